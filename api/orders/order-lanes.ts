import type { Queryable } from '../storage/database.ts';
import { orderLane, productLane } from '../storage/lanes.ts';
import type { Lane } from '../storage/lanes.ts';
import { findOrder } from './order.repository.ts';

/**
 * Finds the lanes of a unit that changes an order and may move its stock, by the order's own id or the provider's. The product of an order never
 * changes. Undefined, which excludes all other units, when there is no such order: one may exist by the time the unit runs.
 */
export async function findOrderLanes(db: Queryable, id: string): Promise<readonly Lane[] | undefined> {
  const order = await findOrder(db, id);
  return order && [orderLane(order.id), productLane(order.shop, order.product_id)];
}
