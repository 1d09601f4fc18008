import { formatTwoDecimals, toCents } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '#transfer/csv-cell.ts';

const COLUMNS = [
  'number',
  'id',
  'payment_id',
  'created_at',
  'payment_status',
  'paid_at',
  'shipped',
  'sent_at',
  'postal_service',
  'tracking_number',
  'product_id',
  'title',
  'condition',
  'quantity',
  'total_amount',
  'email',
  'contact_name',
  'phone',
  'address',
  'city',
  'state_prov',
  'postal_code',
  'country',
  'needs_attention',
] as const satisfies readonly (keyof AdminOrder)[];

/** Returns orders as CSV with a header of field names. */
export const toOrdersCsv = (orders: readonly AdminOrder[]): string =>
  BYTE_ORDER_MARK +
  toCsvLine(COLUMNS) +
  orders.map((order) => toCsvLine(COLUMNS.map((column) => toCell(order, column)))).join('');

const toCell = (order: AdminOrder, column: (typeof COLUMNS)[number]): string =>
  column === 'total_amount'
    ? formatTwoDecimals(toCents(order.total_amount) ?? (0 as Cents))
    : String(order[column] ?? '');
