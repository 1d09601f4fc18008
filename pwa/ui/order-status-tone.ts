import { isOrderStatus } from '#contract/orders/order-status.ts';
import type { OrderStatus } from '#contract/orders/order-status.ts';

/** The tone of a payment status: paid, in progress, or ended without payment. */
export type OrderStatusTone = 'good' | 'open' | 'over';

const TONES = {
  creating: 'open',
  waiting: 'open',
  part_received: 'open',
  confirming: 'open',
  confirmed: 'open',
  sending: 'open',
  partially_paid: 'open',
  paid_late: 'open',
  finished: 'good',
  failed: 'over',
  expired: 'over',
  refunded: 'over',
} as const satisfies Record<OrderStatus, OrderStatusTone>;

/** Returns the tone of a status; `open` for an unknown status of a payment provider. */
export const orderStatusTone = (status: string): OrderStatusTone => (isOrderStatus(status) ? TONES[status] : 'open');
