import { findPushKeys } from '#pwa/platform/service-worker/push.ts';
import type { AccountApi } from '#sync/api/account-api.ts';

/** Sends this device's push subscription to the server again, which ends subscriptions with the session that made them. */
export async function renewPush(account: Pick<AccountApi, 'subscribePush'>): Promise<void> {
  const keys = await findPushKeys();
  if (keys) await account.subscribePush(keys);
}
