import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { listAdminOrderChanges } from '#contract/http/orders.ts';
import { MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import type { Database } from '../storage/database.ts';
import { readOrderClock } from './order-clock.repository.ts';
import { presentAdminOrder } from './order-presenter.ts';
import { listAllOrdersSince } from './order.repository.ts';

/** How far an administrator's device knows the orders. */
export interface AdminOrderCursor {
  readonly epoch?: string | undefined;
  readonly since: number;
}

/**
 * What changed of all orders since a cursor, a page at a time and as one committed state. A cursor of another epoch, or one from the
 * future, knows nothing.
 */
export function readAdminOrderChanges(
  database: Database,
  epoch: string,
  cursor: AdminOrderCursor,
  pageSize: number = MAX_ORDERS_PER_PAGE,
): Promise<EndpointReply<typeof listAdminOrderChanges>> {
  return database.reader.transaction().execute(async (trx) => {
    const clock = await readOrderClock(trx);
    const since = cursor.epoch === epoch && cursor.since <= clock ? cursor.since : 0;
    const rows = await listAllOrdersSince(trx, since, pageSize + 1);
    const page = rows.slice(0, pageSize);
    const more = rows.length > page.length;
    return {
      epoch,
      seq: more ? (page.at(-1)?.clock ?? clock) : clock,
      more,
      orders: page.filter(({ admin_hidden_at }) => admin_hidden_at === null).map(presentAdminOrder),
      hidden: page.filter(({ admin_hidden_at }) => admin_hidden_at !== null).map(({ id }) => id),
    };
  });
}
