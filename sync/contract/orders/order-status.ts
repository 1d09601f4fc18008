import type { Order } from './order.ts';

/** Statuses of an order. A provider's status that is not among them is stored and shown as it is, and moves no stock. */
export const ORDER_STATUSES = [
  /** The order holds its stock; the provider has not returned a payment page yet. */
  'creating',
  'waiting',
  /** Part of the price has arrived, and the rest can still be paid. */
  'part_received',
  'confirming',
  'confirmed',
  'sending',
  /** Part of the price has arrived, and the provider expects no more. */
  'partially_paid',
  /** The whole price has arrived after the time to pay; an administrator accepts or refunds it at the provider. */
  'paid_late',
  'finished',
  'failed',
  'expired',
  'refunded',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const isOrderStatus = (status: string): status is OrderStatus =>
  (ORDER_STATUSES as readonly string[]).includes(status);

/** Statuses in which a payment is in flight or has arrived, so that the buyer cannot delete the order. */
export const PAYMENT_STARTED_STATUSES = [
  'part_received',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'paid_late',
  'finished',
] as const satisfies readonly OrderStatus[];

const PAYMENT_STARTED: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);

/** Returns whether the server lets the buyer delete the order: not once a payment is in flight or has arrived. */
export const isDeletable = (order: Pick<Order, 'payment_status'>): boolean =>
  !PAYMENT_STARTED.has(order.payment_status);

/** Returns whether the payment page is still useful. */
export const isPayable = (order: Pick<Order, 'invoice_url' | 'payment_status'>): boolean =>
  order.invoice_url !== null &&
  !['paid_late', 'finished', 'expired', 'failed', 'refunded'].includes(order.payment_status);

/** Returns whether an order can be invoiced: not after it has ended unpaid. */
export const hasInvoice = ({ payment_status }: Pick<Order, 'payment_status'>): boolean =>
  !['expired', 'failed'].includes(payment_status);
