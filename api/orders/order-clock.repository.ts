import type { Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

/** Places of one change of an order. */
export interface OrderNumbers {
  /** Among the orders of its buyer. */
  readonly seq: number;
  /** Among all orders. */
  readonly clock: number;
}

/** Gives a change of a user's order its places; the user's devices and administrators are told after the commit. */
export async function numberOrderChange(unit: WriteUnit, sub: string): Promise<OrderNumbers> {
  const seq = await touchOrders(unit, sub);
  const clock = await tickOrderClock(unit.trx);
  unit.publish({ type: 'admin-orders-changed', seq: clock });
  return { seq, clock };
}

/** Numbers a change among a user's orders; the user's devices are poked after the commit. The row stays locked until the commit. */
export async function touchOrders({ trx, publish }: WriteUnit, sub: string): Promise<number> {
  const { order_seq: seq } = await trx
    .updateTable('user_account')
    .set((eb) => ({ order_seq: eb('order_seq', '+', 1) }))
    .where('sub', '=', sub)
    .returning('order_seq')
    .executeTakeFirstOrThrow();
  publish({ type: 'orders-changed', sub, seq });
  return seq;
}

/** The row stays locked until the commit, so that numbers become visible in their order. */
async function tickOrderClock(trx: Transaction<Schema>): Promise<number> {
  const { seq } = await trx
    .updateTable('order_clock')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

/** The number of the last change of any order. */
export async function readOrderClock(db: Queryable): Promise<number> {
  return (await db.selectFrom('order_clock').select('seq').where('id', '=', 1).executeTakeFirstOrThrow()).seq;
}
