import { isOrderStatus } from '#contract/order-status.ts';
import type { OrderStatus } from '#contract/order-status.ts';

/** What a payment status means: money is there, something is under way, it came to nothing. */
export type StatusTone = 'good' | 'open' | 'over';

const TONES = {
  creating: 'open',
  waiting: 'open',
  confirming: 'open',
  confirmed: 'open',
  sending: 'open',
  partially_paid: 'open',
  finished: 'good',
  failed: 'over',
  expired: 'over',
  refunded: 'over',
} as const satisfies Record<OrderStatus, StatusTone>;

/** The tone of a status; a provider's own word is not known to be good or over. */
export const statusTone = (status: string): StatusTone => (isOrderStatus(status) ? TONES[status] : 'open');
