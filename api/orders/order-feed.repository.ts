import type { AccountChanges } from '#contract/http/account.ts';
import { MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import type { Queryable } from '../storage/database.ts';
import { ORDER_COLUMNS, toOrder } from './order-rows.ts';

/** What changed of a user's orders after a number, a page at a time; `lastSeq`: where the user's orders stand. From 0 on it is all of them. */
export async function listOrderChanges(
  db: Queryable,
  sub: string,
  afterSeq: number,
  lastSeq: number,
): Promise<AccountChanges['orders']> {
  const rows = await db
    .selectFrom('purchase')
    .select([...ORDER_COLUMNS, 'hidden_at'])
    .where('sub', '=', sub)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(MAX_ORDERS_PER_PAGE + 1)
    .execute();
  const page = rows.slice(0, MAX_ORDERS_PER_PAGE);
  const more = rows.length > page.length;
  return {
    seq: more ? (page.at(-1)?.seq ?? lastSeq) : lastSeq,
    changed: page.flatMap(({ hidden_at, ...row }) => (hidden_at === null ? [toOrder(row)] : [])),
    removed: page.filter(({ hidden_at }) => hidden_at !== null).map(({ id }) => id),
    isReset: afterSeq === 0,
    more,
  };
}
