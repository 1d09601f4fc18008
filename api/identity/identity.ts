import type { IncomingMessage } from 'node:http';
import type { User } from '#contract/user.ts';
import type { AppContext } from '../app-context.ts';
import { isLoopback } from '../config.ts';
import type { AccessControl } from '../http/access.ts';
import type { Route } from '../http/route.ts';
import { createAccessControl } from './access-control.ts';
import { createAdminTokens } from './admin-tokens.ts';
import { createDemoIdentity, DEMO_ISSUER } from './demo-identity.ts';
import { createDemoIdentityRoutes } from './demo-identity.routes.ts';
import { deriveKey, openIdentitySecret } from './identity-secret.ts';
import { createNonces } from './nonces.ts';
import { createSessionCookie, readBearer } from './request-tokens.ts';
import { createSessionRoutes } from './session.routes.ts';
import { createSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';

/** Who callers are, and the calls by which they say so. */
export interface Identity {
  readonly routes: readonly Route[];
  readonly accessControl: AccessControl;
  readonly sessions: Sessions;
  /** The session that a request carries, in the cookie of a browser or the header of a program. */
  findSession(request: IncomingMessage): Promise<{ readonly user: User; readonly token: string } | undefined>;
}

/** Builds what tells callers apart. */
export async function createIdentity(
  context: Pick<AppContext, 'config' | 'database' | 'write' | 'now'>,
): Promise<Identity> {
  const { config, database, write, now } = context;
  const { publicUrl, signIn, adminUserIds } = config;
  const secret = await openIdentitySecret(database);
  const nonces = createNonces(deriveKey(secret, 'nonce'), now);
  const demo = signIn.name === 'demo' ? createDemoIdentity(nonces, now) : undefined;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const cookie = createSessionCookie(isSecure);
  const sessions = createSessions({
    database,
    write,
    nonces,
    trustsIssuer: (issuer) => issuer === DEMO_ISSUER && demo !== undefined,
    now,
  });
  const adminTokens = createAdminTokens(database, now);
  return {
    sessions,
    async findSession(request) {
      const token = readBearer(request) ?? cookie.read(request);
      const user = token === undefined ? undefined : await sessions.find(token);
      return user && token !== undefined ? { user, token } : undefined;
    },
    accessControl: createAccessControl({ sessions, adminTokens, cookie, publicUrl }),
    routes: [
      ...createSessionRoutes({
        provider: signIn,
        verifier: demo,
        nonces,
        sessions,
        cookie,
        displayKey: deriveKey(secret, 'display token'),
        adminUserIds,
        isPrivate: ({ request }) => isSecure || isLoopback(hostOf(request)),
        now,
      }),
      ...(demo ? createDemoIdentityRoutes(demo) : []),
    ],
  };
}

/** Name of the host that a caller asks, without its port. */
const hostOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? '')
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
