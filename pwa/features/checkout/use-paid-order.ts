import { useEffect, useState } from 'react';
import type { Order } from '#contract/order.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';

/** What is known of the order that a payment page was about. */
export type PaidOrder =
  | { readonly state: 'known'; readonly order: Order }
  /** The server has answered since the page was opened, and there is no such order of this user. */
  | { readonly state: 'unknown' }
  /** Not on the device; the server has not been asked yet. */
  | { readonly state: 'asking' };

/** One of the signed-in user's orders by its own id or its payment's, live. */
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
    // The poke of a new order comes by itself; this is for the first look, and for a page that opened without its socket.
    if (isRead) account.syncAccount().catch(ignore);
  }, [account, isRead]);

  if (found?.order) return { state: 'known', order: found.order };
  const { lastSyncedAtMs = null, needsSignIn = false } = found?.state ?? {};
  // An answer of before the page may be older than the order; one that nobody gives any more is not waited for.
  const isAnswered = needsSignIn || (lastSyncedAtMs !== null && lastSyncedAtMs >= openedAtMs);
  return { state: isAnswered ? 'unknown' : 'asking' };
}

const ignore = (): void => undefined;
