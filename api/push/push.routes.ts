import type { IncomingMessage } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import { getPushKey, subscribePush, unsubscribePush } from '#contract/http/push.ts';
import { readLanguage } from '../http/caller/request-language.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import type { Write } from '../storage/write-unit.ts';
import { hasSession } from '../identity/session.repository.ts';
import type { Session } from '../identity/sessions.ts';
import type { SecurityEvents } from '../security/security-events.ts';
import { arePushKeys, isPushEndpoint } from './push-endpoint.ts';
import type { PushEndpointRules } from './push-endpoint.ts';
import { deleteSubscription, saveSubscription } from './push-subscription.repository.ts';

export interface PushRoutesOptions {
  readonly write: Write;
  readonly publicKey: string;
  readonly rules: PushEndpointRules;
  readonly findSession: (request: IncomingMessage) => Promise<Session | undefined>;
  readonly security: SecurityEvents;
  readonly now: () => number;
}

/** The endpoints to subscribe a device to push messages. */
export function createPushRoutes(options: PushRoutesOptions): Route[] {
  const { write, publicKey, rules, findSession, security, now } = options;
  return [
    route(getPushKey, () => ({ key: publicKey })),

    route(subscribePush, async ({ body: { endpoint, keys } }, { request, source }) => {
      const session = await findSession(request);
      if (!session) throw new ApiError('unauthorized');
      const { id, user } = session;
      if (!isPushEndpoint(endpoint, rules)) {
        security.note({ name: 'push-endpoint-rejected', request: source, actor: user.sub });
        throw new ApiError('bad-request', 'The endpoint is not of a known push service.');
      }
      if (!arePushKeys(keys)) throw new ApiError('bad-request', 'The keys are not valid for a subscription.');
      await write(async ({ trx }) => {
        // The session may have ended meanwhile.
        if (!(await hasSession(trx, id))) throw new ApiError('unauthorized');
        await saveSubscription(trx, {
          endpoint,
          session_id: id,
          sub: user.sub,
          ...keys,
          language: readLanguage(request.headers),
          created_at: now(),
        });
      });
      return undefined;
    }),

    route(unsubscribePush, async ({ body: { endpoint } }, { user }) => {
      if (!user) throw new ApiError('unauthorized');
      await write(({ trx }) => deleteSubscription(trx, user.sub, endpoint));
      return undefined;
    }),
  ];
}
