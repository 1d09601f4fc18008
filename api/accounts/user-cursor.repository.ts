import type { User } from '#contract/user.ts';
import type { Queryable } from '../storage/database.ts';
import type { WriteUnit } from '../storage/write-unit.ts';

/** Gives a change of a user's cart its number among those of all carts; the user's devices are told after the commit. */
export async function touchCart({ trx, publish }: WriteUnit, sub: string): Promise<number> {
  // The row stays locked until the commit, so that numbers become visible in their order.
  const { seq } = await trx
    .updateTable('cart_clock')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning('seq')
    .executeTakeFirstOrThrow();
  await trx.updateTable('user_account').set({ cart_seq: seq }).where('sub', '=', sub).execute();
  publish({ type: 'cart-changed', sub, seq });
  return seq;
}

/** Gives a change of a user's orders its number; the user's devices are told after the commit. */
export async function touchOrders({ trx, publish }: WriteUnit, sub: string): Promise<number> {
  // As above: the row stays locked.
  const { order_seq: seq } = await trx
    .updateTable('user_account')
    .set((eb) => ({ order_seq: eb('order_seq', '+', 1) }))
    .where('sub', '=', sub)
    .returning('order_seq')
    .executeTakeFirstOrThrow();
  publish({ type: 'orders-changed', sub, seq });
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
