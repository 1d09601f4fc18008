import type { AdminOrder, Order } from '#contract/order.ts';
import type { OrderRow } from './order.repository.ts';

/** Statuses whose reservation end is shown to the buyer. */
const WAITING: ReadonlySet<string> = new Set(['creating', 'waiting']);

/** Presents an order row to its buyer, with the address for the invoice. */
export const presentOrder = (row: OrderRow): Order => ({
  ...presentSale(row),
  ...presentAddress(row),
  ...(row.life >= 0 && { life: row.life }),
});

/** Presents an order row to administrators. */
export const presentAdminOrder = (row: OrderRow): AdminOrder => ({
  ...presentSale(row),
  ...presentAddress(row),
  version: row.version,
  needs_attention: row.needs_attention,
  mail_problem: row.mail_problem,
});

const presentSale = (row: OrderRow) => ({
  id: row.id,
  payment_id: row.payment_id,
  product_id: row.product_id,
  condition: row.condition,
  store: row.store,
  title: row.title,
  quantity: row.quantity,
  total_amount: row.total_cents / 100,
  created_at: toTime(row.created_at),
  paid_at: row.paid_at === null ? null : toTime(row.paid_at),
  sent_at: row.sent_at === null ? null : toTime(row.sent_at),
  expires_at: row.stock_state === 'held' && WAITING.has(row.status) ? toTime(row.expires_at) : null,
  payment_status: row.status,
  shipped: row.shipped === 1,
  postal_service: row.postal_service,
  tracking_number: row.tracking_number,
  invoice_url: row.invoice_url,
  preview: row.preview,
  placeholder: row.placeholder,
  seq: row.seq,
});

const presentAddress = (row: OrderRow) => ({
  email: row.email,
  contact_name: row.contact_name,
  phone: row.phone,
  address: row.address,
  city: row.city,
  state_prov: row.state_prov,
  postal_code: row.postal_code,
  country: row.country,
});

const toTime = (ms: number): string => new Date(ms).toISOString();
