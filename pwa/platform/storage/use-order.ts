import { useEffect, useState } from 'react';
import type { Order } from '#contract/orders/order.ts';
import type { AccountSyncState } from '#sync/api/account-api.ts';
import { useOnline } from '../browser/use-online.ts';
import { useSync } from '../engine/use-sync.ts';
import { useUserData } from './use-user-data.ts';

/**
 * Why an order is not on the device: the server is being asked; it cannot be reached; the user must log in first; or the user has no such order.
 */
export type MissingOrderReason = 'loading' | 'offline' | 'signed-out' | 'unknown';

/** An order of this device, or why the device does not have it. */
export type FoundOrder =
  { readonly state: 'known'; readonly order: Order } | { readonly state: MissingOrderReason; readonly order?: never };

/** Returns one of the signed-in user's orders by its own id or its payment's, live. */
export function useOrder(id: string): FoundOrder {
  const { account } = useSync();
  const isOnline = useOnline();
  const [openedAtMs] = useState(Date.now);
  const found = useUserData(
    async (data) => ({
      order: (await data.orders()).find((order) => order.id === id || order.payment_id === id),
      state: await data.state(),
    }),
    [id],
  );
  const isRead = found !== undefined;
  useEffect(() => {
    // A new order arrives by a poke; this sync is for the first read, and for a page without an open socket.
    if (isRead && isOnline) account.syncAccount().catch(ignore);
  }, [account, isRead, isOnline]);

  if (found?.order) return { state: 'known', order: found.order };
  return { state: found ? explainMissingOrder(found.state, { isOnline, openedAtMs }) : 'loading' };
}

/** Returns why an order is not on the device. A sync from before the page was opened may be older than the order. */
export function explainMissingOrder(
  { lastSyncedAtMs, problem, needsSignIn }: AccountSyncState,
  { isOnline, openedAtMs }: { readonly isOnline: boolean; readonly openedAtMs: number },
): MissingOrderReason {
  if (needsSignIn) return 'signed-out';
  if (lastSyncedAtMs !== null && lastSyncedAtMs >= openedAtMs) return 'unknown';
  return isOnline && problem === null ? 'loading' : 'offline';
}

const ignore = (): void => undefined;
