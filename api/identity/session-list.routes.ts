import type { IncomingMessage } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import { listSessions, revokeSession, revokeSessions } from '#contract/http/session.ts';
import type { TokenCookie } from '../http/caller/request-tokens.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import type { SecurityEvents } from '../security/security-events.ts';
import type { Session, Sessions } from './sessions.ts';

export interface SessionListRoutesOptions {
  readonly sessions: Pick<Sessions, 'list' | 'revoke' | 'revokeAll'>;
  readonly findSession: (request: IncomingMessage) => Promise<Session | undefined>;
  readonly cookie: Pick<TokenCookie, 'read' | 'clear'>;
  readonly security: SecurityEvents;
}

/** The endpoints by which users see on which devices they are signed in, and sign them out. */
export function createSessionListRoutes(options: SessionListRoutesOptions): Route[] {
  const { sessions, findSession, cookie, security } = options;
  const requireSession = async (request: IncomingMessage): Promise<Session> => {
    const session = await findSession(request);
    if (!session) throw new ApiError('unauthorized');
    return session;
  };

  return [
    route(listSessions, async (_call, { request }) => {
      const current = await requireSession(request);
      const rows = await sessions.list(current.user.sub);
      return {
        sessions: rows.map(({ id, browser, system, network, created_at, used_at }) => ({
          id,
          browser,
          system,
          created_at: new Date(created_at).toISOString(),
          last_used_at: new Date(used_at).toISOString(),
          network,
          isCurrent: id === current.id,
        })),
      };
    }),

    route(revokeSession, async ({ params: { id } }, { request, source, response }) => {
      const { id: currentId, user } = await requireSession(request);
      if (!(await sessions.revoke(user.sub, id))) throw new ApiError('not-found');
      security.note({ name: 'session-revoked', request: source, actor: user.sub });
      if (id === currentId) forgetCookie(request, response);
      return undefined;
    }),

    route(revokeSessions, async ({ query: { scope } }, { request, source, response }) => {
      const { id, user } = await requireSession(request);
      const count = await sessions.revokeAll(user.sub, scope === 'others' ? id : undefined);
      if (count > 0) {
        security.note({ name: 'sessions-revoked', request: source, actor: user.sub, detail: { count } });
      }
      if (scope === 'all') forgetCookie(request, response);
      return undefined;
    }),
  ];

  function forgetCookie(request: IncomingMessage, response: { setHeader(name: string, value: string): unknown }): void {
    if (cookie.read(request) !== undefined) response.setHeader('set-cookie', cookie.clear());
  }
}
