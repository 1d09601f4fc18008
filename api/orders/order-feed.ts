import type { AccountChanges } from '#contract/http/account.ts';
import { MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import type { Queryable } from '../storage/database.ts';
import { presentOrder } from './order-presenter.ts';
import { listOrdersSince } from './order-lists.repository.ts';

/** Lists one page of changes to a user's orders after a number; from 0 it lists all orders. `lastSeq`: the number of the last change. */
export async function listOrderChanges(
  db: Queryable,
  sub: string,
  afterSeq: number,
  lastSeq: number,
  pageSize: number = MAX_ORDERS_PER_PAGE,
): Promise<AccountChanges['orders']> {
  const rows = await listOrdersSince(db, sub, afterSeq, pageSize + 1);
  const page = rows.slice(0, pageSize);
  const more = rows.length > page.length;
  return {
    seq: more ? (page.at(-1)?.seq ?? lastSeq) : lastSeq,
    changed: page.filter(({ hidden_at }) => hidden_at === null).map(presentOrder),
    removed: page.filter(({ hidden_at }) => hidden_at !== null).map(({ id }) => id),
    isReset: afterSeq === 0,
    more,
  };
}
