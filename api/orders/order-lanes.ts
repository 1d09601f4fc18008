import type { Queryable } from '../storage/database.ts';
import { orderLane, productLane } from '../storage/lanes.ts';
import type { Lane } from '../storage/lanes.ts';
import { findOrder } from './order.repository.ts';

/**
 * Finds the lanes of a write unit that changes an order and may move its stock. `id` is the order's own id or the provider's. The lanes are
 * still right when the unit runs, because an order keeps its product. Without such an order the lanes are undefined, and the unit excludes
 * all others: the order may exist by the time the unit runs.
 */
export async function findOrderLanes(db: Queryable, id: string): Promise<readonly Lane[] | undefined> {
  const order = await findOrder(db, id);
  return order && [orderLane(order.id), productLane(order.shop, order.product_id)];
}
