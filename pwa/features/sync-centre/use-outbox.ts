import { useCallback } from 'react';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { useOpenUserData, useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { AccountSyncState, OutboxEntry } from '#sync/api/account-api.ts';
import type { KnownTitles } from './describe-operation.ts';

/** The operations that the server has not decided, or has rejected. */
export interface Outbox {
  readonly pending: readonly OutboxEntry[];
  readonly rejected: readonly OutboxEntry[];
  readonly state: AccountSyncState;
  readonly titles: KnownTitles;
}

const NO_IDS: readonly number[] = [];

/** Returns the signed-in user's outbox, live; undefined until loaded and when no user is signed in. */
export function useOutbox(): Outbox | undefined {
  const found = useUserData(async (data) => {
    const entries = await data.outbox();
    const orders = await data.orders();
    const chats = await data.chats.list();
    const state = await data.state();
    return { entries, orders, chats, state };
  });
  const { data: cards } = useCards(CART_SHOP.key, found?.entries.flatMap(productIdOf) ?? NO_IDS);
  if (!found) return undefined;
  return {
    pending: found.entries.filter(({ rejection }) => rejection === null),
    rejected: found.entries.filter(({ rejection }) => rejection !== null),
    state: found.state,
    titles: {
      ofProduct: (id) => cards?.find((card) => card.id === id)?.title,
      ofOrder: (paymentId) =>
        found.orders.find(({ id, payment_id }) => id === paymentId || payment_id === paymentId)?.title,
      ofChat: (chatId) => found.chats.find(({ id }) => id === chatId)?.title,
    },
  };
}

const productIdOf = ({ mutation: { args } }: OutboxEntry): readonly number[] =>
  'product_id' in args ? [args.product_id] : NO_IDS;

/** Returns the actions for a rejected operation. */
export function useOutboxChanges(): {
  readonly sendAgain: (entry: OutboxEntry, changed?: Mutation) => Promise<void>;
  readonly discard: (entry: OutboxEntry) => Promise<void>;
} {
  const data = useOpenUserData();
  const sendAgain = useCallback(
    async ({ id }: OutboxEntry, changed?: Mutation): Promise<void> => data?.sendAgain(id, changed),
    [data],
  );
  const discard = useCallback(async ({ id }: OutboxEntry): Promise<void> => data?.discard(id), [data]);
  return { sendAgain, discard };
}
