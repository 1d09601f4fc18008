import type { ConditionKey } from '#contract/products/conditions.ts';
import type { OrderStatus } from '#contract/orders/order-status.ts';
import { localized } from '../localized.ts';

/** Names of values that the server sends; those of the specification are verbatim. */
export const termMessages = localized('termMessages', {
  conditions: {
    excellent: 'excellent',
    verygood: 'Very Good',
    good: 'good',
    acceptable: 'acceptable',
  } satisfies Record<ConditionKey, string>,
  payments: {
    creating: 'creating',
    waiting: 'waiting',
    part_received: 'part_received',
    confirming: 'confirming',
    confirmed: 'confirmed',
    sending: 'sending',
    partially_paid: 'partially_paid',
    paid_late: 'paid_late',
    finished: 'finished',
    failed: 'failed',
    expired: 'expired',
    refunded: 'refunded',
  } satisfies Record<OrderStatus, string>,
});
