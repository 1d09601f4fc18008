import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { listAdminOrderChanges } from '#contract/http/orders.ts';
import { MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import type { Database } from '../storage/database.ts';
import { readOrderClock } from './order-clock.repository.ts';
import { presentAdminOrder } from './order-presenter.ts';
import { listAllOrdersSince } from './order.repository.ts';

/** The position of an administrator's device in the order feed. */
export interface AdminOrderCursor {
  readonly epoch?: string | undefined;
  readonly since: number;
}

/**
 * Reads one page of changes to all orders since a cursor, as one committed state. A cursor of another epoch or from the future starts over.
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
