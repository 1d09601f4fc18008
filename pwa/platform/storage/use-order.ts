import { useEffect, useState } from 'react';
import type { Order } from '#contract/order.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';

/** What the device knows of the order that a payment page was about. */
export type PaidOrder =
  | { readonly state: 'known'; readonly order: Order }
  /** The server has answered since the page was opened, and the user has no such order. */
  | { readonly state: 'unknown' }
  /** Not on the device, and the server has not answered yet. */
  | { readonly state: 'loading' };

/** Returns one of the signed-in user's orders by its own id or its payment's, live. */
export function usePaidOrder(id: string): PaidOrder {
  const { account } = useSync();
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
    if (isRead) account.syncAccount().catch(ignore);
  }, [account, isRead]);

  if (found?.order) return { state: 'known', order: found.order };
  const { lastSyncedAtMs = null, needsSignIn = false } = found?.state ?? {};
  // A sync from before the page was opened may be older than the order. With an expired session, no answer will come.
  const isAnswered = needsSignIn || (lastSyncedAtMs !== null && lastSyncedAtMs >= openedAtMs);
  return { state: isAnswered ? 'unknown' : 'loading' };
}

const ignore = (): void => undefined;
