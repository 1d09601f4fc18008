import { ApiError } from '#contract/http/errors.ts';
import type { AccountChanges, OlderChats } from '#contract/http/account.ts';
import { listLines } from '../cart/cart.repository.ts';
import { FEED_SIZES, findOneChat, listChatChanges, listOlderChats } from '../chats/chat-feed.ts';
import type { RepliesService } from '../chats/replies/replies.service.ts';
import { findAccount } from '../identity/user.repository.ts';
import { listOrderChanges } from '../orders/order-feed.ts';
import { ordersScopeOf } from '../orders/order-position.ts';
import type { AccountDigests } from './account-digests.ts';
import type { DataSizes } from '../data-sizes.ts';
import type { DataHistory } from '../storage/data-history.ts';
import type { Queryable } from '../storage/database.ts';
import { ACCOUNT_COUNTER, CHATS_COUNTER, KEPT_NUMBERS, readClockPairs } from '../storage/history.repository.ts';
import type { ClockPairs } from '../storage/history.repository.ts';

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
  /** If present, the whole cart (`rereadCart`) or all orders (`rereadOrders`) are wanted. */
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
  cart: { name: `cart/${sub}`, counter: ACCOUNT_COUNTER },
  orders: ordersScopeOf(sub),
  chats: { name: `chats/${sub}`, counter: CHATS_COUNTER },
});

/**
 * Reads the page of a user's chats after the position (`before`, `chat`); without both the first page, with `chat` alone only that chat.
 */
export const readOlderChats = (
  { history }: AccountFeed,
  sub: string,
  { before, chat }: { readonly before?: number | undefined; readonly chat?: string | undefined },
): Promise<OlderChats> =>
  history.read(async (trx, epoch) => {
    const { chats } = await readClockPairs(trx);
    const clock = chats.seq;
    if (before === undefined && chat !== undefined)
      return { epoch, user: sub, ...(await findOneChat(trx, sub, chat, clock)) };
    const place = before === undefined || chat === undefined ? undefined : { before, chat };
    return { epoch, user: sub, ...(await listOlderChats(trx, sub, place, { clock })) };
  });

/**
 * Returns the epoch in which the operations that a device sends with a cursor are decided. If the cursor belongs to a lost history, a new
 * epoch begins first.
 */
export const readEpochFor = ({ history }: AccountFeed, sub: string, cursor = INITIAL_CURSOR): Promise<string> =>
  history.read(async (trx, epoch) => {
    await includesCursor(history, trx, epoch, { sub, cursor, newest: await readClockPairs(trx) });
    return epoch;
  });

/**
 * Reads the changes of a user's rows since a cursor, from one committed state. For a cursor of another epoch, or one that is not part of the
 * data's history, or with `reread`, all rows are returned as a reset. `stored`: the clock pairs after the caller's own write.
 * @throws ApiError unauthorized when the user does not exist any more, not-ready when the caller's own write is lost
 */
export function readAccountChanges(
  { history, digests, sizes, replies }: AccountFeed,
  sub: string,
  cursor: AccountCursor = INITIAL_CURSOR,
  stored?: ClockPairs,
): Promise<AccountChanges> {
  const scopes = scopesOf(sub);
  return history.read(async (trx, epoch) => {
    const account = await findAccount(trx, sub);
    if (!account) throw new ApiError('unauthorized');
    const { cart_seq: cartSeq, order_seq: orderSeq, ...user } = account;
    const newest = await readClockPairs(trx);
    if (stored) {
      const { account: ofAccount, chats: ofChats } = stored;
      await history.requireStored(trx, epoch, ACCOUNT_COUNTER, { stored: ofAccount, newest: newest.account });
      await history.requireStored(trx, epoch, CHATS_COUNTER, { stored: ofChats, newest: newest.chats });
    }
    const isKnown = await includesCursor(history, trx, epoch, { sub, cursor, newest });
    const isReset = !isKnown || cursor.reread !== undefined;
    const since = isReset ? INITIAL_CURSOR : withRereads(cursor);
    // The new positions are the newest numbers of all users: a quiet user's own numbers may be older than the history that is kept.
    const orders = await listOrderChanges(trx, sub, since.orders, newest.account.seq, sizes.ordersPerPage);
    const chats = await listChatChanges(trx, sub, since.chats, newest.chats.seq, {
      ...FEED_SIZES,
      messages: sizes.messagesPerPage,
    });
    const hasCart = since.cart < cartSeq || isReset || cursor.rereadCart !== undefined;
    return {
      epoch,
      reset: isReset,
      user,
      cart: {
        seq: newest.account.seq,
        proof: history.prove(epoch, scopes.cart, newest.account),
        ...(hasCart && { lines: await listLines(trx, sub) }),
      },
      orders: { ...orders, proof: history.prove(epoch, scopes.orders, newest.account, orders.seq) },
      chats: { ...chats, proof: history.prove(epoch, scopes.chats, newest.chats, chats.seq) },
      ...(!orders.more && !chats.more && { digests: await digests.read(trx, { sub, epoch, cartSeq, orderSeq }) }),
      replies: await replies.findVersionFor(trx, sub),
    };
  });
}

/** A device's position is renewed after this many changes of other users, long before the position is purged from the history. */
const MOST_BEHIND = KEPT_NUMBERS / 10;

/** Returns whether changes since a cursor bring the device nothing, not even a position that it needs. */
export function isNothingNew({ reset, cart, orders, chats, digests }: AccountChanges, cursor: AccountCursor): boolean {
  const rows = [orders.changed, orders.removed, chats.changed, chats.messages, chats.removed];
  const behind = [cart.seq - cursor.cart, orders.seq - cursor.orders, chats.seq - cursor.chats];
  const isSame = digests !== undefined && !reset && cart.lines === undefined && rows.flat().length === 0;
  return isSame && Math.max(...behind) < MOST_BEHIND;
}

const withRereads = ({ rereadCart, rereadOrders, ...cursor }: AccountCursor): AccountCursor => ({
  ...cursor,
  ...(rereadCart !== undefined && { cart: INITIAL_CURSOR.cart }),
  ...(rereadOrders !== undefined && { orders: INITIAL_CURSOR.orders }),
});

/** Returns whether a cursor belongs to this epoch and this history. Must be called within `history.read`. */
async function includesCursor(
  history: DataHistory,
  trx: Queryable,
  epoch: string,
  { sub, cursor, newest }: { readonly sub: string; readonly cursor: AccountCursor; readonly newest: ClockPairs },
): Promise<boolean> {
  const scopes = scopesOf(sub);
  const positions = [
    { scope: scopes.cart, seq: cursor.cart, proof: cursor.cartProof, newest: newest.account },
    { scope: scopes.orders, seq: cursor.orders, proof: cursor.ordersProof, newest: newest.account },
    { scope: scopes.chats, seq: cursor.chats, proof: cursor.chatsProof, newest: newest.chats },
  ];
  return history.includes(trx, epoch, { epoch: cursor.epoch, positions });
}
