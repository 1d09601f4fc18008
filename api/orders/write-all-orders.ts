import { MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import type { Queryable } from '../storage/database.ts';
import { presentAdminOrder } from './order-presenter.ts';
import { listAllOrders } from './order-lists.repository.ts';
import type { OrderRow } from './order.repository.ts';

/**
 * Writes all orders visible to administrators as a JSON array, newest first. `firstPage` was read already; the following pages are read one
 * by one, so that a hundred thousand orders take no more memory than one page of them.
 */
export async function* writeAllOrders(db: Queryable, firstPage: readonly OrderRow[]): AsyncIterable<string> {
  let separator = '[';
  for (let page = firstPage; page.length > 0;) {
    yield separator + page.map((row) => JSON.stringify(presentAdminOrder(row))).join(',');
    separator = ',';
    page = await listAllOrders(db, { after: page.at(-1)?.id, limit: MAX_ORDERS_PER_PAGE });
  }
  yield ']';
}
