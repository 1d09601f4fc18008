import type { User } from '#contract/user.ts';
import type { Queryable } from '../storage/database.ts';
import type { BusEvent } from '../storage/event-bus.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

const CURSORS = {
  cart_seq: 'cart-changed',
  order_seq: 'orders-changed',
} as const satisfies Record<string, BusEvent['type']>;

/** Gives a change of a user's cart its number; the user's devices are told after the commit. */
export const touchCart = (unit: WriteUnit, sub: string): Promise<number> => touch(unit, sub, 'cart_seq');

/** Gives a change of a user's orders its number; the user's devices are told after the commit. */
export const touchOrders = (unit: WriteUnit, sub: string): Promise<number> => touch(unit, sub, 'order_seq');

/** The row stays locked until the commit, so that numbers become visible in their order. */
async function touch({ trx, publish }: WriteUnit, sub: string, cursor: keyof typeof CURSORS): Promise<number> {
  const row = await trx
    .updateTable('user_account')
    .set((eb) => ({ [cursor]: eb(cursor, '+', 1) }))
    .where('sub', '=', sub)
    .returning(cursor)
    .executeTakeFirstOrThrow();
  const seq = row[cursor] as number;
  publish({ type: CURSORS[cursor], sub, seq });
  return seq;
}

/** A user with the numbers of the last changes of the cart and the orders. */
export function findAccount(
  db: Queryable,
  sub: string,
): Promise<(User & { cart_seq: number; order_seq: number }) | undefined> {
  return db
    .selectFrom('user_account')
    .select(['sub', 'name', 'email', 'picture', 'cart_seq', 'order_seq'])
    .where('sub', '=', sub)
    .executeTakeFirst();
}
