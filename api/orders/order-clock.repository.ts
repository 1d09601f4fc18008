import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

/** The sequence numbers of one order change. */
export interface OrderNumbers {
  /** In the feed of its buyer. */
  readonly seq: number;
  /** In the feed of all orders. */
  readonly clock: number;
}

/** Numbers an order change among those of all orders, for both feeds; the user's devices and administrators are poked after the commit. */
export async function numberOrderChange({ trx, publish }: WriteUnit, sub: string): Promise<OrderNumbers> {
  const { seq } = await tickOrderClock.one(trx, {});
  publish({ type: 'orders-changed', sub, seq });
  publish({ type: 'admin-orders-changed', seq });
  return { seq, clock: seq };
}

/** The row stays locked until the commit, so numbers become visible in order. */
const tickOrderClock = prepareQuery<object, { seq: number }>((db) =>
  db
    .updateTable('order_clock')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning('seq'),
);

/** Reads the number of the last change to any order. */
export async function readOrderClock(db: Queryable): Promise<number> {
  return (await db.selectFrom('order_clock').select('seq').where('id', '=', 1).executeTakeFirstOrThrow()).seq;
}
