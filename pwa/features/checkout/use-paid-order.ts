import { useEffect, useState } from 'react';
import type { Order } from '#contract/order.ts';
import { useSync } from '#pwa/platform/use-sync.ts';
import { useUserData } from '#pwa/platform/use-user-data.ts';

/** What is known of the order that a payment page was about. */
export type PaidOrder =
  | { readonly state: 'known'; readonly order: Order }
  /** The server has been asked since the page was opened, and there is no such order of this user. */
  | { readonly state: 'unknown' }
  /** Not on the device; the server has not been asked yet. */
  | { readonly state: 'asking' };

/** One of the signed-in user's orders by its own id or its payment's, live. */
export function usePaidOrder(id: string): PaidOrder {
  const { engine } = useSync();
  const [isAsked, setAsked] = useState(false);
  const found = useUserData(
    async (data) => ({
      order: (await data.orders()).find((order) => order.id === id || order.payment_id === id),
      problem: (await data.state()).problem,
    }),
    [id],
  );
  const isRead = found !== undefined;
  useEffect(() => {
    if (!isRead) return undefined;
    let isOver = false;
    // The poke of a new order comes by itself; this is for the first look, and for a page that opened without its socket.
    engine.syncAccount().then(
      () => !isOver && setAsked(true),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [engine, isRead]);

  if (found?.order) return { state: 'known', order: found.order };
  return { state: isAsked && found?.problem === null ? 'unknown' : 'asking' };
}
