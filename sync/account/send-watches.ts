import { ApiError } from '#contract/http/errors.ts';
import { compareWatches, replaceWatches, subscribePush } from '#contract/http/push.ts';
import { digestWatchList } from '#contract/products/watch.ts';
import type { WatchList } from '#contract/products/watch.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { PushSubscriptionInput } from '../api/account-api.ts';

/** Makes the server's copy of the device's watch list equal to `list`, whatever the server has lost or kept. */
export async function sendWatches(
  client: Pick<ApiClient, 'call'>,
  subscription: PushSubscriptionInput,
  list: WatchList,
): Promise<undefined> {
  const { endpoint } = subscription;
  const { agrees } = await client.call(compareWatches, { body: { endpoint, digest: digestWatchList(list) } });
  if (agrees) return;
  const replace = () => client.call(replaceWatches, { body: { endpoint, list } });
  try {
    await replace();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
    // The subscription ended with an earlier session.
    await client.call(subscribePush, { body: subscription });
    await replace();
  }
}
