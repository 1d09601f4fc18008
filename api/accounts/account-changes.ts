import { ApiError } from '#contract/errors.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import { listLines } from '../cart/cart.repository.ts';
import { FEED_SIZES, listChatChanges } from '../chats/chat-feed.ts';
import { readChatClock } from '../chats/chat.repository.ts';
import { findAccount } from '../identity/user.repository.ts';
import { listOrderChanges } from '../orders/order-feed.ts';
import type { DataSizes } from '../data-sizes.ts';
import type { Database } from '../storage/database.ts';

/** How far a device has pulled a user's rows. */
export interface AccountCursor {
  readonly epoch?: string | undefined;
  readonly cart: number;
  readonly orders: number;
  readonly chats: number;
}

/** Where a user's rows are read from. */
export interface AccountFeed {
  readonly database: Database;
  /** The epoch of the database. */
  readonly epoch: string;
  readonly sizes: DataSizes;
}

const INITIAL_CURSOR: AccountCursor = { cart: 0, orders: 0, chats: 0 };

/**
 * Reads the changes of a user's rows since a cursor, from one committed state. For a cursor of another epoch or ahead of the server, all rows
 * are returned.
 * @throws ApiError unauthorized when the user does not exist any more
 */
export function readAccountChanges(
  { database, epoch, sizes }: AccountFeed,
  sub: string,
  cursor: AccountCursor = INITIAL_CURSOR,
): Promise<AccountChanges> {
  return database.reader.transaction().execute(async (trx) => {
    const account = await findAccount(trx, sub);
    if (!account) throw new ApiError('unauthorized');
    const { cart_seq, order_seq, ...user } = account;
    const clock = await readChatClock(trx);
    const isKnown =
      cursor.epoch === epoch && cursor.cart <= cart_seq && cursor.orders <= order_seq && cursor.chats <= clock;
    const since = isKnown ? cursor : INITIAL_CURSOR;
    return {
      epoch,
      user,
      cart: { seq: cart_seq, ...((since.cart < cart_seq || !isKnown) && { lines: await listLines(trx, sub) }) },
      orders: await listOrderChanges(trx, sub, since.orders, order_seq, sizes.ordersPerPage),
      chats: await listChatChanges(trx, sub, since.chats, clock, { ...FEED_SIZES, messages: sizes.messagesPerPage }),
    };
  });
}
