import type { SelectQueryBuilder } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import { ORDER_COLUMNS } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';

/** A page of a list, newest first; `after`: id of the last order of the previous page. */
export interface OrderPage {
  readonly after: string | undefined;
  readonly limit: number;
}

/** Lists the orders visible to their buyer, newest first. */
export function listVisibleOrders(db: Queryable, sub: string, page: OrderPage): Promise<OrderRow[]> {
  const query = db.selectFrom('purchase').select(ORDER_COLUMNS).where('hidden_at', 'is', null);
  return pageOf(query.where('sub', '=', sub), page).execute();
}

/** Lists the ids of a buyer's visible orders with the numbers of their last changes. */
export const listVisibleOrderSeqs = (db: Queryable, sub: string): Promise<Pick<OrderRow, 'id' | 'seq'>[]> =>
  selectVisibleSeqs.all(db, { sub });

const selectVisibleSeqs = prepareQuery((db, value: Pick<OrderRow, 'sub'>) =>
  db.selectFrom('purchase').select(['id', 'seq']).where('sub', '=', value.sub).where('hidden_at', 'is', null),
);

/** Lists a buyer's orders that changed after a number, in order of change, including hidden ones. */
export function listOrdersSince(db: Queryable, sub: string, seq: number, limit: number): Promise<OrderRow[]> {
  return selectSince.all(db, { sub, seq, limit });
}

const selectSince = prepareQuery((db, value: Pick<OrderRow, 'sub' | 'seq'> & { readonly limit: number }) =>
  db
    .selectFrom('purchase')
    .select(ORDER_COLUMNS)
    .where('sub', '=', value.sub)
    .where('seq', '>', value.seq)
    .orderBy('seq')
    .limit(value.limit),
);

/** Lists all orders that changed after a number, in order of change, including hidden ones. */
export function listAllOrdersSince(db: Queryable, clock: number, limit: number): Promise<OrderRow[]> {
  return db
    .selectFrom('purchase')
    .select(ORDER_COLUMNS)
    .where('clock', '>', clock)
    .orderBy('clock')
    .limit(limit)
    .execute();
}

/** Lists the orders visible to administrators, newest first. */
export const listAllOrders = (db: Queryable, page: OrderPage): Promise<OrderRow[]> =>
  pageOf(db.selectFrom('purchase').select(ORDER_COLUMNS).where('admin_hidden_at', 'is', null), page).execute();

function pageOf<O>(orders: SelectQueryBuilder<Schema, 'purchase', O>, { after, limit }: OrderPage) {
  let query = orders;
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('created_at', 'id'),
        '<',
        eb
          .selectFrom('purchase as last')
          .select(['last.created_at', 'last.id'])
          .where('last.id', '=', after)
          .$asTuple('created_at', 'id'),
      ),
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
}
