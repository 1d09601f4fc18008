import { toRowsTag } from '#contract/blocks/row-digests.ts';
import type { RowDigests } from '#contract/blocks/row-digests.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import { MUTATION_ROWS } from '#contract/http/mutations.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { readMeta } from '../../database/meta-table.ts';
import type { RowsPosition } from '../../outbox/outbox-database.ts';
import { applyChats, clearChats } from '../chats/apply-chats.ts';
import { noteReread } from './compare-rows.ts';
import { INITIAL_CURSOR } from './user-database.ts';
import type { AccountCursor, UserDatabase } from './user-database.ts';

/** A page of the server's changes of a user's rows. */
export interface RowsPage extends Omit<AccountChanges, 'reset' | 'cart'> {
  /** The page starts from nothing: rows on the device are void. */
  readonly reset: boolean;
  /** Undefined leaves the cart as it is. */
  readonly cart: AccountChanges['cart'] | undefined;
}

interface PageOptions {
  /** The cursor with which the page was requested. */
  readonly sent: AccountCursor;
  /** Leaves the cart as it is: the server's may already include a pending addition, which would then count twice. */
  readonly keepsCart: boolean;
}

/** Reads a reply as a page. A new epoch means a reset as well, because a server of an earlier version does not mark one. */
export function toPage(changes: AccountChanges, { sent, keepsCart }: PageOptions): RowsPage {
  const { reset = false, cart, digests, ...page } = changes;
  // A cart that is kept differs from the server's, so the digests are not compared.
  const compared = keepsCart ? {} : { cart, digests };
  return { cart: undefined, ...page, ...compared, reset: reset || page.epoch !== sent.epoch };
}

/** The server's description of all rows of a user. */
export type KnownRows = { readonly digests: RowDigests } & Pick<AccountChanges, 'replies'>;

/** Returns options of a pull: the server answers without rows if those at the cursor are still the ones that it described. */
export function unlessKnown(sub: string, cursor: AccountCursor, rows: KnownRows) {
  const none = { changed: [], removed: [], isReset: false, more: false };
  const known: AccountChanges = {
    epoch: cursor.epoch,
    user: { sub, name: '', email: '', picture: '' },
    cart: { seq: cursor.cart, proof: cursor.cartProof },
    orders: { seq: cursor.orders, proof: cursor.ordersProof, ...none },
    chats: { seq: cursor.chats, proof: cursor.chatsProof, messages: [], ...none },
    ...rows,
  };
  return { headers: { 'if-none-match': toRowsTag(sub, rows.digests, rows.replies) }, known };
}

/** Whether a page voids rows on the device, all or those of one kind. */
export const isReset = ({ reset, orders, chats }: RowsPage): boolean => reset || orders.isReset || chats.isReset;

/** Whether further pages follow. */
export const hasMore = ({ orders, chats }: RowsPage): boolean => orders.more || chats.more;

/** Applies a page to the rows. Within a transaction of the tables. */
export async function applyPage(database: UserDatabase, { reset, cart, orders, chats }: RowsPage): Promise<void> {
  if (reset)
    await Promise.all([database.cart.clear(), database.orders.clear(), clearChats(database), noteReread(database)]);
  // Without lines the cart is unchanged.
  if (cart?.lines) {
    await database.cart.clear();
    await database.cart.bulkAdd(cart.lines.map((line, place) => ({ ...line, place })));
  }
  if (orders.isReset) await database.orders.clear();
  await database.orders.bulkPut([...orders.changed]);
  await database.orders.bulkDelete([...orders.removed]);
  await applyChats(database, chats);
}

export const readCursor = async (database: UserDatabase): Promise<AccountCursor> => ({
  ...INITIAL_CURSOR,
  ...(await readMeta(database, 'cursor')),
});

/** The cursor of rows after a page of changes. */
export function cursorAfter(before: AccountCursor, { epoch, cart, orders, chats }: RowsPage): AccountCursor {
  return {
    epoch,
    ...(cart
      ? { cart: cart.seq, cartProof: cart.proof }
      : { cart: before.cart, cartProof: before.cartProof, rereadCart: before.rereadCart }),
    orders: orders.seq,
    ordersProof: orders.proof,
    chats: chats.seq,
    chatsProof: chats.proof,
  };
}

/** The position, at a cursor, of the rows that a mutation changes. A mutation that changes none of the user's rows is part of any position. */
export function positionOf({ name }: Mutation, cursor: AccountCursor): RowsPosition {
  const rows = MUTATION_ROWS[name];
  return { epoch: cursor.epoch, seq: rows === null ? Infinity : cursor[rows] };
}
