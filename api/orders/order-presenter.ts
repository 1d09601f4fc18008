import { PAYMENT_NOTES } from '#contract/orders/order-attention.ts';
import type { AttentionReason, PaymentNote } from '#contract/orders/order-attention.ts';
import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { AdminOrder, Order } from '#contract/orders/order.ts';
import { listReasons } from './order-attention.ts';
import type { OrderRow } from './order.repository.ts';

/** Statuses in which an order shows when its reservation ends. */
const WAITING: ReadonlySet<string> = new Set(['creating', 'waiting', 'part_received']);

/** The note that a buyer sees for each reason for attention; undefined where the order's status says enough. */
const NOTES = {
  latePayment: 'checking',
  wrongAmount: 'checking',
  paidInPart: undefined,
  partReleased: undefined,
  paidTwice: 'overpaid',
  paidLate: 'checking',
  overpaid: 'overpaid',
  underpaid: 'checking',
  lostPayment: 'checking',
  revoked: 'checking',
  unknownState: 'checking',
  stuckPayment: 'checking',
} as const satisfies Record<AttentionReason, PaymentNote | undefined>;

/** Presents an order row to its buyer, with the address for the invoice. */
export const presentOrder = (row: OrderRow): Order => ({
  ...presentSale(row),
  ...presentAddress(row),
  ...(row.life >= 0 && { life: row.life }),
  ...presentNotes(row),
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
  number: row.number,
  payment_id: row.payment_id,
  product_id: row.product_id,
  condition: row.condition,
  store: row.store,
  title: row.title,
  quantity: row.quantity,
  total_amount: toDollars(row.total_cents as Cents),
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

function presentNotes({ needs_attention, status }: OrderRow): Pick<Order, 'payment_notes'> {
  if (needs_attention === '') return {};
  const reasons = listReasons(needs_attention).filter((reason) => reason !== 'paidLate' || status !== 'paid_late');
  const told = new Set(reasons.map((reason) => NOTES[reason]));
  const payment_notes = PAYMENT_NOTES.filter((note) => told.has(note));
  return payment_notes.length > 0 ? { payment_notes } : {};
}

const toTime = (ms: number): string => new Date(ms).toISOString();
