import { ATTENTION } from '#contract/orders/order-attention.ts';
import type { AttentionReason } from '#contract/orders/order-attention.ts';
import { isOrderStatus } from '#contract/orders/order-status.ts';
import type { OrderStatus } from '#contract/orders/order-status.ts';

const REASONS = Object.keys(ATTENTION) as AttentionReason[];

/** Lists the reasons of an order's stored text that this version knows. */
export const listReasons = (stored: string): AttentionReason[] =>
  REASONS.filter((reason) => stored.includes(ATTENTION[reason]));

/**
 * Reasons that a status removes, whether the status or the reason arrives first. All other reasons stay: a person must look at the payment.
 */
const SETTLED_BY: Readonly<Partial<Record<OrderStatus, readonly AttentionReason[]>>> = {
  expired: ['paidInPart', 'partReleased'],
  failed: ['paidInPart', 'partReleased'],
  confirming: ['paidInPart'],
  confirmed: ['paidInPart'],
  sending: ['paidInPart'],
  partially_paid: ['lostPayment'],
  paid_late: ['paidInPart', 'partReleased', 'lostPayment'],
  finished: ['paidInPart', 'partReleased', 'paidLate', 'lostPayment', 'stuckPayment'],
  refunded: [
    'paidInPart',
    'partReleased',
    'paidLate',
    'lostPayment',
    'stuckPayment',
    'overpaid',
    'underpaid',
    'latePayment',
    'revoked',
  ],
};

/** Reasons that an unknown status of the provider removes: the same as for a payment in progress, because it may mean one. */
const SETTLED_BY_FOREIGN: readonly AttentionReason[] = ['paidInPart'];

const settledBy = (status: string): readonly AttentionReason[] =>
  isOrderStatus(status) ? (SETTLED_BY[status] ?? []) : SETTLED_BY_FOREIGN;

/** Adds and drops reasons in an order's stored text. Sentences that only a newer version knows stay. */
export function changeReasons(
  stored: string,
  status: string,
  { add, drop = [] }: { readonly add: readonly AttentionReason[]; readonly drop?: readonly AttentionReason[] },
): string {
  const settled = settledBy(status);
  let text = stored;
  for (const reason of [...settled, ...drop]) text = text.replace(ATTENTION[reason], '');
  for (const reason of add) {
    if (!settled.includes(reason) && !text.includes(ATTENTION[reason])) text += ` ${ATTENTION[reason]}`;
  }
  return text.replaceAll(/ {2,}/g, ' ').trim();
}
