import type { Selectable } from 'kysely';
import type { Order } from '#contract/order.ts';
import type { PurchaseTable } from '../storage/schema.ts';

/** The columns of an order that its buyer sees, for queries. */
export const ORDER_COLUMNS = [
  'id',
  'payment_id',
  'product_id',
  'condition',
  'store',
  'title',
  'quantity',
  'total_cents',
  'created_at',
  'expires_at',
  'status',
  'stock_state',
  'shipped',
  'postal_service',
  'tracking_number',
  'invoice_url',
  'preview',
  'placeholder',
  'seq',
] as const satisfies readonly (keyof PurchaseTable)[];

/** An order's row as far as its buyer sees it. */
export type OrderRow = Selectable<Pick<PurchaseTable, (typeof ORDER_COLUMNS)[number]>>;

/** A row as the order on the wire. */
export const toOrder = ({ total_cents, status, stock_state, ...row }: OrderRow): Order => ({
  ...row,
  total_amount: total_cents / 100,
  created_at: new Date(row.created_at).toISOString(),
  expires_at: stock_state === 'held' ? new Date(row.expires_at).toISOString() : null,
  payment_status: status,
  shipped: row.shipped === 1,
});
