import { findPushKeys } from '#pwa/platform/service-worker/push.ts';
import type { AccountCalls } from '#sync/api/account-api.ts';

/** Sends this device's push subscription to the server again, because the server ends a subscription with the session that made it. */
export async function renewPush(calls: Pick<AccountCalls, 'subscribePush'>): Promise<void> {
  const keys = await findPushKeys();
  if (keys) await calls.subscribePush({ body: keys });
}
