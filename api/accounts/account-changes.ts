import { ApiError } from '#contract/errors.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import { listLines } from '../cart/cart.repository.ts';
import { FEED_SIZES, listChatChanges } from '../chats/chat-feed.ts';
import { readChatClock } from '../chats/chat.repository.ts';
import { findAccount } from '../identity/user.repository.ts';
import { listOrderChanges } from '../orders/order-feed.ts';
import type { DataSizes } from '../data-sizes.ts';
import { CARTS_COUNTER, CHATS_COUNTER, ORDERS_COUNTER } from '../storage/counters.repository.ts';
import type { DataHistory } from '../storage/data-history.ts';

/** How far a device has pulled a user's rows. */
export interface AccountCursor {
  readonly epoch?: string | undefined;
  readonly cart: number;
  readonly cartProof?: string | undefined;
  readonly orders: number;
  readonly ordersProof?: string | undefined;
  readonly chats: number;
  readonly chatsProof?: string | undefined;
}

/** Where a user's rows are read from. */
export interface AccountFeed {
  readonly history: DataHistory;
  readonly sizes: DataSizes;
}

const INITIAL_CURSOR: AccountCursor = { cart: 0, orders: 0, chats: 0 };

/** The feeds of a user's rows. */
const scopesOf = (sub: string) => ({
  cart: { name: `cart/${sub}`, counter: CARTS_COUNTER },
  orders: { name: `orders/${sub}`, counter: ORDERS_COUNTER },
  chats: { name: `chats/${sub}`, counter: CHATS_COUNTER },
});

/**
 * Reads the changes of a user's rows since a cursor, from one committed state. For a cursor of another epoch, or one that is not part of the
 * data's history, all rows are returned as a reset.
 * @throws ApiError unauthorized when the user does not exist any more
 */
export function readAccountChanges(
  { history, sizes }: AccountFeed,
  sub: string,
  cursor: AccountCursor = INITIAL_CURSOR,
): Promise<AccountChanges> {
  const scopes = scopesOf(sub);
  return history.read(async (trx, data) => {
    const account = await findAccount(trx, sub);
    if (!account) throw new ApiError('unauthorized');
    const { cart_seq, order_seq, ...user } = account;
    const clock = await readChatClock(trx);
    const isKnown =
      cursor.epoch === data.epoch &&
      (await history.includes(trx, data, [
        { scope: scopes.cart, seq: cursor.cart, proof: cursor.cartProof, newestSeq: cart_seq },
        { scope: scopes.orders, seq: cursor.orders, proof: cursor.ordersProof, newestSeq: order_seq },
        { scope: scopes.chats, seq: cursor.chats, proof: cursor.chatsProof, newestSeq: clock },
      ]));
    const since = isKnown ? cursor : INITIAL_CURSOR;
    const orders = await listOrderChanges(trx, sub, since.orders, order_seq, sizes.ordersPerPage);
    const chats = await listChatChanges(trx, sub, since.chats, clock, {
      ...FEED_SIZES,
      messages: sizes.messagesPerPage,
    });
    return {
      epoch: data.epoch,
      reset: !isKnown,
      user,
      cart: {
        seq: cart_seq,
        proof: history.prove(data, scopes.cart, cart_seq),
        ...((since.cart < cart_seq || !isKnown) && { lines: await listLines(trx, sub) }),
      },
      orders: { ...orders, proof: history.prove(data, scopes.orders, orders.seq) },
      chats: { ...chats, proof: history.prove(data, scopes.chats, chats.seq) },
    };
  });
}
