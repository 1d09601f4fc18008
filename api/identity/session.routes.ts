import { SignJWT } from 'jose';
import { ApiError } from '#contract/http/errors.ts';
import { createSession, deleteSession, getSession, getSignIn, openChatSession } from '#contract/http/session.ts';
import { MAX_SESSION_DAYS } from '#contract/limits.ts';
import type { User } from '#contract/account/user.ts';
import type { Config, SignInProvider } from '../config/config.ts';
import { requirePrivate } from '../http/caller/private-connection.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import type { CredentialVerifier } from './sign-in/credential.ts';
import type { Nonces } from './sign-in/nonces.ts';
import type { SignInBrowser } from './sign-in/sign-in-browser.ts';
import { readBearer } from '../http/caller/request-tokens.ts';
import type { TokenCookie } from '../http/caller/request-tokens.ts';
import type { SecurityEvents } from '../security/security-events.ts';
import type { ChatSessions } from './chat-sessions.ts';
import type { Sessions } from './sessions.ts';

export interface SessionRoutesOptions {
  readonly provider: SignInProvider;
  readonly verifier: CredentialVerifier | undefined;
  readonly nonces: Nonces;
  readonly signInBrowser: SignInBrowser;
  readonly sessions: Sessions;
  readonly chatSessions: ChatSessions;
  readonly cookie: TokenCookie;
  readonly displayKey: Uint8Array;
  readonly adminUserIds: readonly string[];
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'requiredAdminIds'>;
  readonly security: SecurityEvents;
  readonly now: () => number;
}

/** The endpoints to sign in and out. */
export function createSessionRoutes(options: SessionRoutesOptions): Route[] {
  const {
    provider,
    verifier,
    nonces,
    signInBrowser,
    sessions,
    chatSessions,
    cookie,
    displayKey,
    adminUserIds,
    config,
    security,
    now,
  } = options;
  const isAdmin = ({ sub }: User): boolean => adminUserIds.includes(sub);

  return [
    route(getSignIn, (_call, { request, response }) => ({
      provider: provider.name,
      clientId: provider.name === 'google' ? provider.clientId : null,
      nonce: nonces.create(signInBrowser.mark(request, response)),
    })),

    route(createSession, async ({ query, body }, caller) => {
      if (!verifier)
        throw new ApiError('credential-refused', 'Signing in is not possible: no identity provider is set up.');
      requirePrivate(caller.request, config);
      const identity = await verifier.verify(body.credential);
      const token = await sessions.open(identity, cookie.read(caller.request), caller.request);
      const { user } = identity;
      security.note({ name: 'signed-in', request: caller.source, actor: user.sub });
      if (query.transport === 'cookie') caller.response.setHeader('set-cookie', cookie.write(token));
      return {
        auth_token: await createDisplayToken(displayKey, user, now()),
        user,
        isAdmin: isAdmin(user),
        ...(query.transport === 'bearer' && { bearer: token }),
      };
    }),

    route(openChatSession, async (_call, { administrator, request, source, response }) => {
      if (!administrator) throw new ApiError('unauthorized');
      if (config.requiredAdminIds)
        throw new ApiError('forbidden', 'Listed administrators answer chats by their own login.');
      const { token, user } = await chatSessions.open(administrator, cookie.read(request), request);
      security.note({ name: 'signed-in', request: source, actor: user.sub });
      response.setHeader('set-cookie', cookie.write(token));
      return { auth_token: await createDisplayToken(displayKey, user, now()), user, isAdmin: false };
    }),

    route(getSession, (_call, { user }) => {
      if (!user) throw new ApiError('unauthorized');
      return { user, isAdmin: isAdmin(user) };
    }),

    route(deleteSession, async ({ query }, { request, source, response }) => {
      const bearer = readBearer(request);
      const token = bearer ?? cookie.read(request);
      const isEverywhere = query.everywhere === '1';
      const sub = token === undefined ? undefined : await sessions.end(token, { isEverywhere });
      if (sub !== undefined) {
        security.note({ name: isEverywhere ? 'sessions-revoked' : 'signed-out', request: source, actor: sub });
      }
      if (bearer === undefined) response.setHeader('set-cookie', cookie.clear());
      return undefined;
    }),
  ];
}

/** A token from which a page reads who is signed in; no endpoint accepts it as proof. Expires with the longest session. */
function createDisplayToken(key: Uint8Array, user: User, atMs: number): Promise<string> {
  const issuedAt = Math.floor(atMs / 1_000);
  return new SignJWT({ name: user.name, email: user.email, picture: user.picture })
    .setProtectedHeader({ alg: 'HS256', typ: 'display+jwt' })
    .setSubject(user.sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + MAX_SESSION_DAYS * 86_400)
    .sign(key);
}
