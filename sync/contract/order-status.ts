import type { Order } from './order.ts';

/** Where an order may stand. A provider's own word that is not among them is kept and shown as it is, and moves no stock. */
export const ORDER_STATUSES = [
  /** The order holds its stock; the provider has not given a payment page yet. */
  'creating',
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'expired',
  'refunded',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const isOrderStatus = (status: string): status is OrderStatus =>
  (ORDER_STATUSES as readonly string[]).includes(status);

/** Money is on its way or has arrived: the buyer cannot delete the order. */
export const PAYMENT_STARTED_STATUSES = [
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
] as const satisfies readonly OrderStatus[];

/** Whether a payment page still makes sense. */
export const isPayable = (order: Pick<Order, 'invoice_url' | 'payment_status'>): boolean =>
  order.invoice_url !== null && !['finished', 'expired', 'failed', 'refunded'].includes(order.payment_status);
