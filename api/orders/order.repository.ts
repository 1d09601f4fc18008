import type { Selectable, Transaction } from 'kysely';
import { accountNumber } from '../storage/counters.repository.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery, sendQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { PurchaseTable } from '../storage/schema/orders.ts';
import type { Numbered, OrderNumbers } from './order-clock.repository.ts';

/** An order, without the columns about the call that placed it. */
export type OrderRow = Selectable<Omit<PurchaseTable, RequestColumn>>;
type OrderPatch = Partial<Omit<OrderRow, 'id' | 'number' | 'sub' | 'version' | 'seq' | 'clock'>>;
type RequestColumn = 'request_key' | 'request_hash';

/** The columns of `OrderRow`. */
export const ORDER_COLUMNS = [
  'id',
  'number',
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

/** Stores a new order under the number that the unit's tick has assigned; returns a function that reads the number after the commit. */
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
        // The second condition lets the index be used, which leaves out orders whose `payment_id` is still their own id.
        eb.and([eb('payment_id', '=', value.id), eb('payment_id', '<>', eb.ref('id'))]),
      ]),
    ),
);

/**
 * Stores a change of an order that its unit has read, under its numbers in the buyer's feed and the feed of all orders; returns the changed
 * order.
 */
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

/** Assigns orders to another user id, without changing their numbers in the feeds; their idempotency keys are cleared. */
export async function reassignOrders(trx: Transaction<Schema>, ids: readonly string[], sub: string): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('purchase')
    .set({ sub, request_key: null, request_hash: null })
    .where('id', 'in', ids)
    .execute();
}

/** Finds title and preview of a product that a user has ordered; they are needed once the product is deleted. */
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
