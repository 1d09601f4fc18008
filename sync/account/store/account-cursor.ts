import { MUTATION_ROWS } from '#contract/http/mutations.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { readMeta } from '../../database/meta-table.ts';
import type { RowsPosition } from '../../outbox/operation-state.ts';
import type { RowsPage } from './rows-page.ts';
import { INITIAL_CURSOR } from './user-database.ts';
import type { AccountCursor, UserDatabase } from './user-database.ts';

/** Reads the cursor of the stored rows. */
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

/** The position, at a cursor, of the rows that a mutation changes. One that changes none of the user's is part of any. */
export function positionOf({ name }: Mutation, cursor: AccountCursor): RowsPosition {
  const rows = MUTATION_ROWS[name];
  return { epoch: cursor.epoch, seq: rows === null ? Infinity : cursor[rows] };
}
