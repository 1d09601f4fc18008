import { ApiError } from '#contract/http/errors.ts';
import type { AccountChanges, OlderChats } from '#contract/http/account.ts';
import type { UserRows } from '#contract/http/mutations.ts';
import type { User } from '#contract/account/user.ts';
import { listLines } from '../cart/cart.repository.ts';
import { FEED_SIZES, findOneChat, listChatChanges, listOlderChats } from '../chats/chat-feed.ts';
import { readChatClock } from '../chats/chat.repository.ts';
import type { RepliesService } from '../chats/replies/replies.service.ts';
import { findAccount } from '../identity/user.repository.ts';
import { listOrderChanges } from '../orders/order-feed.ts';
import type { AccountDigests } from './account-digests.ts';
import type { DataSizes } from '../data-sizes.ts';
import { CARTS_COUNTER, CHATS_COUNTER, ORDERS_COUNTER } from '../storage/counters.repository.ts';
import type { DataHistory } from '../storage/data-history.ts';
import type { DataState } from '../storage/data-line.repository.ts';
import type { Queryable } from '../storage/database.ts';

/** How far a device has pulled a user's rows. */
export interface AccountCursor {
  readonly epoch?: string | undefined;
  readonly cart: number;
  readonly cartProof?: string | undefined;
  readonly orders: number;
  readonly ordersProof?: string | undefined;
  readonly chats: number;
  readonly chatsProof?: string | undefined;
  /** 1: all rows are wanted, whatever the cursor. */
  readonly reread?: number | undefined;
  /** Present: the whole cart, or all orders, are wanted. */
  readonly rereadCart?: number | undefined;
  readonly rereadOrders?: number | undefined;
}

/** Where a user's rows are read from. */
export interface AccountFeed {
  readonly history: DataHistory;
  readonly digests: AccountDigests;
  readonly sizes: DataSizes;
  readonly replies: Pick<RepliesService, 'findVersionFor'>;
}

const INITIAL_CURSOR: AccountCursor = { cart: 0, orders: 0, chats: 0 };

/** The feeds of a user's rows. */
const scopesOf = (sub: string) => ({
  cart: { name: `cart/${sub}`, counter: CARTS_COUNTER },
  orders: { name: `orders/${sub}`, counter: ORDERS_COUNTER },
  chats: { name: `chats/${sub}`, counter: CHATS_COUNTER },
});

/** Reads a page of a user's chats after the place of `chat` and `before`, the first page without them; `chat` alone: that one. */
export const readOlderChats = (
  { history }: AccountFeed,
  sub: string,
  { before, chat }: { readonly before?: number | undefined; readonly chat?: string | undefined },
): Promise<OlderChats> =>
  history.read(async (trx, { epoch }) => {
    const clock = await readChatClock(trx);
    if (before === undefined && chat !== undefined)
      return { epoch, user: sub, ...(await findOneChat(trx, sub, chat, clock)) };
    const place = before === undefined || chat === undefined ? undefined : { before, chat };
    return { epoch, user: sub, ...(await listOlderChats(trx, sub, place, { clock })) };
  });

/**
 * Returns the epoch of the data. Operations that came with a cursor are decided in it: a cursor of a lost history begins a new epoch before
 * they are.
 */
export const readEpochFor = ({ history }: AccountFeed, sub: string, cursor = INITIAL_CURSOR): Promise<string> =>
  history.read(async (trx, data) => {
    await includesCursor(history, trx, data, { sub, cursor, newest: await readNewest(trx, sub) });
    return data.epoch;
  });

/**
 * Reads the changes of a user's rows since a cursor, from one committed state. For a cursor of another epoch, or one that is not part of the
 * data's history, or with `reread`, all rows are returned as a reset.
 * @throws ApiError unauthorized when the user does not exist any more
 */
export function readAccountChanges(
  { history, digests, sizes, replies }: AccountFeed,
  sub: string,
  cursor: AccountCursor = INITIAL_CURSOR,
): Promise<AccountChanges> {
  const scopes = scopesOf(sub);
  return history.read(async (trx, data) => {
    const newest = await readNewest(trx, sub);
    const isKnown = await includesCursor(history, trx, data, { sub, cursor, newest });
    const isReset = !isKnown || cursor.reread !== undefined;
    const since = isReset ? INITIAL_CURSOR : withRereads(cursor);
    const orders = await listOrderChanges(trx, sub, since.orders, newest.orders, sizes.ordersPerPage);
    const chats = await listChatChanges(trx, sub, since.chats, newest.chats, {
      ...FEED_SIZES,
      messages: sizes.messagesPerPage,
    });
    return {
      epoch: data.epoch,
      reset: isReset,
      user: newest.user,
      cart: {
        seq: newest.cart,
        proof: history.prove(data, scopes.cart, newest.cart),
        ...((since.cart < newest.cart || isReset || cursor.rereadCart !== undefined) && {
          lines: await listLines(trx, sub),
        }),
      },
      orders: { ...orders, proof: history.prove(data, scopes.orders, orders.seq) },
      chats: { ...chats, proof: history.prove(data, scopes.chats, chats.seq) },
      ...(!orders.more &&
        !chats.more && { digests: await digests.read(trx, sub, `${data.epoch} ${newest.cart} ${newest.orders}`) }),
      replies: await replies.findVersionFor(trx, sub),
    };
  });
}

const withRereads = ({ rereadCart, rereadOrders, ...cursor }: AccountCursor): AccountCursor => ({
  ...cursor,
  ...(rereadCart !== undefined && { cart: INITIAL_CURSOR.cart }),
  ...(rereadOrders !== undefined && { orders: INITIAL_CURSOR.orders }),
});

/** A user, with the numbers of the newest changes of their rows. */
interface NewestChanges extends Record<UserRows, number> {
  readonly user: User;
}

/** @throws ApiError unauthorized when the user does not exist any more */
async function readNewest(trx: Queryable, sub: string): Promise<NewestChanges> {
  const account = await findAccount(trx, sub);
  if (!account) throw new ApiError('unauthorized');
  const { cart_seq, order_seq, ...user } = account;
  return { user, cart: cart_seq, orders: order_seq, chats: await readChatClock(trx) };
}

/** Returns whether a cursor is of this epoch and this history; within `history.read`. */
async function includesCursor(
  history: DataHistory,
  trx: Queryable,
  data: DataState,
  { sub, cursor, newest }: { readonly sub: string; readonly cursor: AccountCursor; readonly newest: NewestChanges },
): Promise<boolean> {
  if (cursor.epoch !== data.epoch) return false;
  const scopes = scopesOf(sub);
  return history.includes(trx, data, [
    { scope: scopes.cart, seq: cursor.cart, proof: cursor.cartProof, newestSeq: newest.cart },
    { scope: scopes.orders, seq: cursor.orders, proof: cursor.ordersProof, newestSeq: newest.orders },
    { scope: scopes.chats, seq: cursor.chats, proof: cursor.chatsProof, newestSeq: newest.chats },
  ]);
}
