import { ApiError } from '#contract/errors.ts';
import { getPushKey, subscribePush, unsubscribePush } from '#contract/http/push.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import type { Write } from '../storage/write-unit.ts';
import { arePushKeys, isPushEndpoint } from './push-endpoint.ts';
import { deleteSubscription, saveSubscription } from './push-subscription.repository.ts';

export interface PushRoutesOptions {
  readonly write: Write;
  readonly publicKey: string;
  /** Whether the loopback interface is accepted as a push service. */
  readonly allowsLoopback: boolean;
  readonly now: () => number;
}

/** The endpoints to subscribe a device to push messages. */
export function createPushRoutes({ write, publicKey, allowsLoopback, now }: PushRoutesOptions): Route[] {
  return [
    route(getPushKey, () => ({ key: publicKey })),

    route(subscribePush, async ({ body: { endpoint, keys } }, { user }) => {
      if (!user) throw new ApiError('unauthorized');
      if (!isPushEndpoint(endpoint, allowsLoopback)) {
        throw new ApiError('bad-request', 'The endpoint is not a push service.');
      }
      if (!arePushKeys(keys)) throw new ApiError('bad-request', 'The keys are not valid for a subscription.');
      await write(({ trx }) => saveSubscription(trx, { endpoint, sub: user.sub, ...keys, created_at: now() }));
      return undefined;
    }),

    route(unsubscribePush, async ({ body: { endpoint } }, { user }) => {
      if (!user) throw new ApiError('unauthorized');
      await write(({ trx }) => deleteSubscription(trx, user.sub, endpoint));
      return undefined;
    }),
  ];
}
