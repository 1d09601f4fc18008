import { escapeCsvCell } from '#contract/text/csv-cell.ts';
import type { AdminOrder } from '#contract/order.ts';
import { toCsv } from '#pwa/ui/to-csv.ts';

const COLUMNS = [
  'id',
  'payment_id',
  'created_at',
  'payment_status',
  'shipped',
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
  'needs_attention',
] as const satisfies readonly (keyof AdminOrder)[];

/** Makes spreadsheets read the text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns orders as CSV with a header of field names. Text entered by buyers is escaped, so that no cell is a formula. */
export const toOrdersCsv = (orders: readonly AdminOrder[]): string =>
  BYTE_ORDER_MARK + toCsv([COLUMNS, ...orders.map((order) => COLUMNS.map((column) => toCell(order, column)))]);

function toCell(order: AdminOrder, column: (typeof COLUMNS)[number]): string {
  const value = order[column];
  if (column === 'total_amount') return order.total_amount.toFixed(2);
  return typeof value === 'string' ? escapeCsvCell(value) : String(value);
}
