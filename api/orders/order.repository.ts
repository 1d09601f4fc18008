import type { Selectable, SelectQueryBuilder, Transaction } from 'kysely';
import type { ConditionKey } from '#contract/conditions.ts';
import type { ShopKey } from '#contract/shops.ts';
import { accountNumber } from '../storage/counters.repository.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery, sendQuery } from '../storage/prepared-query.ts';
import { PAYMENT_STARTED_STATUSES } from '#contract/order-status.ts';
import type { Schema } from '../storage/schema.ts';
import type { PurchaseTable } from '../storage/schema/orders.ts';
import type { Numbered, OrderNumbers } from './order-clock.repository.ts';

/** An order; the call that placed it is no part of it. */
export type OrderRow = Selectable<Omit<PurchaseTable, RequestColumn>>;
type OrderPatch = Partial<Omit<OrderRow, 'id' | 'sub' | 'version' | 'seq' | 'clock'>>;
type RequestColumn = 'request_key' | 'request_hash';

const ORDER_COLUMNS = [
  'id',
  'payment_id',
  'sub',
  'shop',
  'product_id',
  'life',
  'condition',
  'store',
  'title',
  'preview',
  'placeholder',
  'quantity',
  'unit_price_cents',
  'total_cents',
  'status',
  'stock_state',
  'needs_attention',
  'provider',
  'invoice_url',
  'charge_id',
  'paid_share',
  'attempts',
  'next_attempt_at',
  'created_at',
  'paid_at',
  'sent_at',
  'updated_at',
  'expires_at',
  'email',
  'contact_name',
  'phone',
  'address',
  'city',
  'state_prov',
  'postal_code',
  'country',
  'shipped',
  'postal_service',
  'tracking_number',
  'language',
  'mail_problem',
  'seq',
  'version',
  'hidden_at',
  'admin_hidden_at',
  'clock',
] as const satisfies readonly (keyof PurchaseTable)[];

/** Statuses that wait for the buyer. */
const WAITING_STATUSES = ['creating', 'waiting'] as const;

/** The columns of a new order; the others begin with their defaults. */
const NEW_ORDER_COLUMNS = [
  'id',
  'payment_id',
  'sub',
  'shop',
  'product_id',
  'life',
  'condition',
  'store',
  'title',
  'preview',
  'placeholder',
  'quantity',
  'unit_price_cents',
  'total_cents',
  'status',
  'stock_state',
  'provider',
  'invoice_url',
  'charge_id',
  'attempts',
  'next_attempt_at',
  'created_at',
  'updated_at',
  'expires_at',
  'email',
  'contact_name',
  'phone',
  'address',
  'city',
  'state_prov',
  'postal_code',
  'country',
  'language',
  'hidden_at',
  'admin_hidden_at',
  'request_key',
  'request_hash',
] as const satisfies readonly (keyof PurchaseTable)[];

export type NewOrder = Pick<Selectable<PurchaseTable>, (typeof NEW_ORDER_COLUMNS)[number]>;

/** Stores a new order under the number that the unit has ticked; returns how to read that after the commit. */
export const insertOrder = (
  trx: Transaction<Schema>,
  order: NewOrder,
): Promise<() => readonly Numbered[] | undefined> => insertNewOrder.sendForRows(trx, order);

const insertNewOrder = prepareQuery((db, value: NewOrder) =>
  db
    .insertInto('purchase')
    .values((eb) => ({
      ...(Object.fromEntries(NEW_ORDER_COLUMNS.map((name) => [name, value[name]])) as unknown as NewOrder),
      seq: accountNumber(eb),
      clock: accountNumber(eb),
    }))
    .returning(['sub', 'seq']),
);

/** Finds an order by its own id or the provider's payment id. */
export function findOrder(db: Queryable, id: string): Promise<OrderRow | undefined> {
  return selectOrder.first(db, { id });
}

const selectOrder = prepareQuery((db, value: Pick<OrderRow, 'id'>) =>
  db
    .selectFrom('purchase')
    .select(ORDER_COLUMNS)
    .where((eb) =>
      eb.or([
        eb('id', '=', value.id),
        // The index has only the payment ids of providers: those of the other orders are their ids.
        eb.and([eb('payment_id', '=', value.id), eb('payment_id', '<>', eb.ref('id'))]),
      ]),
    ),
);

/** Stores a change of an order that its unit has read, under its numbers in the buyer's feed and the feed of all orders; returns the changed order. */
export async function updateOrder(
  trx: Transaction<Schema>,
  order: OrderRow,
  numbers: OrderNumbers,
  patch: OrderPatch,
): Promise<OrderRow> {
  const changes = { ...patch, ...numbers, version: order.version + 1 };
  await sendQuery(trx, trx.updateTable('purchase').set(changes).where('id', '=', order.id));
  return { ...order, ...changes };
}

/** What shows a buyer where to pay. */
export type PaymentPage = Pick<OrderRow, 'payment_id' | 'provider'> & { readonly invoice_url: string };

/**
 * Stores the payment page of an order that has none and still waits for it, under the number that the unit has ticked. Returns how to read the
 * order after the commit; no row when another one has it, or the order has gone on.
 */
export const openPage = (
  trx: Transaction<Schema>,
  page: PaymentPage & Pick<OrderRow, 'id' | 'updated_at'>,
): Promise<() => readonly OrderRow[] | undefined> => updatePage.sendForRows(trx, page);

const updatePage = prepareQuery((db, value: PaymentPage & Pick<OrderRow, 'id' | 'updated_at'>) =>
  db
    .updateTable('purchase')
    .set((eb) => ({
      payment_id: value.payment_id,
      provider: value.provider,
      invoice_url: value.invoice_url,
      status: 'waiting',
      updated_at: value.updated_at,
      version: eb('version', '+', 1),
      seq: accountNumber(eb),
      clock: accountNumber(eb),
    }))
    .where('id', '=', value.id)
    .where('status', '=', 'creating')
    .where('invoice_url', 'is', null)
    .returning(ORDER_COLUMNS),
);

/** Assigns orders to another user id, without a change of their numbers; the buyer's keys are forgotten. */
export async function reassignOrders(trx: Transaction<Schema>, ids: readonly string[], sub: string): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('purchase')
    .set({ sub, request_key: null, request_hash: null })
    .where('id', 'in', ids)
    .execute();
}

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

/** Finds a user's newest order of the same units since a time that still waits for payment; not one of an earlier product with the id. */
export function findRecentOrder(
  db: Queryable,
  { sub, product_id, condition, quantity }: Pick<OrderRow, 'sub' | 'product_id' | 'condition' | 'quantity'>,
  sinceMs: number,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('purchase')
    .select(ORDER_COLUMNS)
    .where('sub', '=', sub)
    .where('product_id', '=', product_id)
    .where('condition', '=', condition)
    .where('quantity', '=', quantity)
    .where('status', 'in', WAITING_STATUSES)
    .where('hidden_at', 'is', null)
    .where('created_at', '>', sinceMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product')
            .select('id')
            .whereRef('product.shop', '=', 'purchase.shop')
            .whereRef('product.id', '=', 'purchase.product_id')
            .whereRef('product.life', '<>', 'purchase.life'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the current offer of a product's condition; undefined when there is no such product or condition. */
export function findOffer(db: Queryable, shop: ShopKey, productId: number, condition: ConditionKey) {
  return db
    .selectFrom('product_condition')
    .innerJoin('product', (join) =>
      join
        .onRef('product.shop', '=', 'product_condition.shop')
        .onRef('product.id', '=', 'product_condition.product_id'),
    )
    .select([
      'product.life',
      'product.title',
      'product.store',
      'product.imagecount',
      'product.image_version',
      'product.placeholder',
      'product_condition.price_cents',
      'product_condition.quantity',
    ])
    .where('product_condition.shop', '=', shop)
    .where('product_condition.product_id', '=', productId)
    .where('product_condition.condition', '=', condition)
    .executeTakeFirst();
}

/** Finds a product as a user has ordered it, for what remains of one that is deleted. */
export const findOrderedProduct = (
  db: Queryable,
  sub: string,
  productId: number,
  life: number,
): Promise<Pick<OrderRow, 'title' | 'preview' | 'placeholder'> | undefined> =>
  db
    .selectFrom('purchase')
    .select(['title', 'preview', 'placeholder'])
    .where('sub', '=', sub)
    .where('product_id', '=', productId)
    .where('life', '=', life)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Lists orders without a payment page whose next attempt is due, the longest waiting first. */
export function listDueInvoices(db: Queryable, atMs: number, limit: number): Promise<{ id: string }[]> {
  return (
    db
      .selectFrom('purchase')
      .select('id')
      // An order that is being created holds its units; the index has only those that do.
      .where('stock_state', '=', 'held')
      .where('status', '=', 'creating')
      .where('next_attempt_at', '<=', atMs)
      .orderBy('next_attempt_at')
      .limit(limit)
      .execute()
  );
}

/** Claims an attempt to create a payment page until `nextAttemptAt`; only one of several processes gets it. */
export function claimInvoice(
  trx: Transaction<Schema>,
  id: string,
  atMs: number,
  nextAttemptAt: number,
): Promise<OrderRow | undefined> {
  return trx
    .updateTable('purchase')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: nextAttemptAt }))
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .where('next_attempt_at', '<=', atMs)
    .returning(ORDER_COLUMNS)
    .executeTakeFirst();
}

/** Schedules the next attempt to create a payment page. */
export async function deferInvoice(trx: Transaction<Schema>, id: string, nextAttemptAt: number): Promise<void> {
  await trx
    .updateTable('purchase')
    .set({ next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .execute();
}

/** Lists all orders that hold stock. */
export function listHeldOrders(
  db: Queryable,
): Promise<Pick<OrderRow, 'id' | 'status' | 'paid_share' | 'created_at' | 'expires_at'>[]> {
  return db
    .selectFrom('purchase')
    .select(['id', 'status', 'paid_share', 'created_at', 'expires_at'])
    .where('stock_state', '=', 'held')
    .execute();
}

/** An order that has a payment page and may still be paid. */
export type UnsettledOrder = Pick<OrderRow, 'id' | 'status' | 'created_at'>;

/** Lists unsettled orders since a time, and those since an earlier one whose money is on its way. */
export function listUnsettledOrders(
  db: Queryable,
  { sinceMs, inFlightSinceMs }: { readonly sinceMs: number; readonly inFlightSinceMs: number },
): Promise<UnsettledOrder[]> {
  return db
    .selectFrom('purchase')
    .select(['id', 'status', 'created_at'])
    .where((order) =>
      order.or([
        order('created_at', '>', sinceMs),
        order.and([order('created_at', '>', inFlightSinceMs), order('status', 'in', PAYMENT_STARTED_STATUSES)]),
      ]),
    )
    .where('status', 'not in', ['creating', 'finished', 'failed', 'refunded'])
    .execute();
}
