import { afterEach, expect, it } from 'vitest';
import { createAdministrator } from '../testing/administrator.ts';
import { signIn } from '../testing/sign-in.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';

let app: TestApp;
afterEach(() => app.stop());

it('the token is enough where nothing else is asked for', async () => {
  app = await startTestApp();
  const admin = await createAdministrator(app);
  expect((await admin.call('GET', '/api/next-id')).status).toBe(200);
});

it('a listed user must be signed in beside the token where the operator says so', async () => {
  app = await startTestApp({ env: { ADMIN_REQUIRE_LISTED_USER: '1' } });
  const admin = await createAdministrator(app);
  const ask = async (headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await admin.call('GET', '/api/next-id', undefined, headers);
    return [status, body['code']];
  };
  expect(await ask()).toEqual([403, 'forbidden']);
  expect(await ask((await signIn(app, 'bob')).headers)).toEqual([403, 'forbidden']);
  const ada = await signIn(app, 'ada');
  expect(await ask(ada.headers)).toEqual([200, undefined]);
  // The session alone is as little as the token alone.
  expect(await ask({ ...ada.headers, authorization: `Bearer adm_p_${'A'.repeat(43)}` })).toEqual([401, 'unauthorized']);
});
