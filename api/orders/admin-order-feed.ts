import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { listAdminOrderChanges } from '#contract/http/orders.ts';
import { MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import type { DataHistory, FeedScope } from '../storage/data-history.ts';
import { ACCOUNT_COUNTER, readClockPairs } from '../storage/history.repository.ts';
import { presentAdminOrder } from './order-presenter.ts';
import { listAllOrdersSince } from './order-lists.repository.ts';

/** The position of an administrator's device in the order feed. */
export interface AdminOrderCursor {
  readonly epoch?: string | undefined;
  readonly since: number;
  readonly proof?: string | undefined;
}

const SCOPE: FeedScope = { name: 'admin-orders', counter: ACCOUNT_COUNTER };

/**
 * Reads one page of changes to all orders since a cursor, as one committed state. A cursor of another epoch, or one that is not part of the data's
 * history, starts over.
 */
export function readAdminOrderChanges(
  history: DataHistory,
  cursor: AdminOrderCursor,
  pageSize: number = MAX_ORDERS_PER_PAGE,
): Promise<EndpointReply<typeof listAdminOrderChanges>> {
  return history.read(async (trx, epoch) => {
    const { account } = await readClockPairs(trx);
    const position = { scope: SCOPE, seq: cursor.since, proof: cursor.proof, newest: account };
    const isKnown = await history.includes(trx, epoch, { epoch: cursor.epoch, positions: [position] });
    const since = isKnown ? cursor.since : 0;
    const rows = await listAllOrdersSince(trx, since, pageSize + 1);
    const page = rows.slice(0, pageSize);
    const more = rows.length > page.length;
    const seq = more ? (page.at(-1)?.clock ?? account.seq) : account.seq;
    return {
      epoch,
      reset: !isKnown,
      seq,
      proof: history.prove(epoch, SCOPE, account, seq),
      more,
      orders: page.filter(({ admin_hidden_at }) => admin_hidden_at === null).map(presentAdminOrder),
      hidden: page.filter(({ admin_hidden_at }) => admin_hidden_at !== null).map(({ id }) => id),
    };
  });
}
