import { createDemoCredential, listDemoUsers } from '#contract/http/demo-identity.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { DemoIdentity } from './demo-identity.ts';
import type { SignInBrowser } from './sign-in-browser.ts';
import { DEMO_USERS } from '../../config/demo-users.ts';

/** The endpoints to choose a demo user; bound only when the demo is on. */
export function createDemoIdentityRoutes(identity: DemoIdentity, signInBrowser: SignInBrowser): Route[] {
  return [
    route(listDemoUsers, () => ({ users: DEMO_USERS })),
    route(createDemoCredential, async ({ body }, { request }) => ({
      credential: await identity.createCredential(body, signInBrowser.find(request)),
    })),
  ];
}
