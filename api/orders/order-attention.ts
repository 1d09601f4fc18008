import { ATTENTION } from '#contract/orders/order-attention.ts';
import type { AttentionReason } from '#contract/orders/order-attention.ts';
import { isOrderStatus } from '#contract/orders/order-status.ts';
import type { OrderStatus } from '#contract/orders/order-status.ts';

const REASONS = Object.keys(ATTENTION) as AttentionReason[];

/** Lists the reasons of an order's stored text that this version knows. */
export const listReasons = (stored: string): AttentionReason[] =>
  REASONS.filter((reason) => stored.includes(ATTENTION[reason]));

/** Reasons that a status makes untrue or settles, whichever of them came first. All others stay: money has arrived that a person must see. */
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

/** What a state settles that only the provider knows: like money on its way, for it may be that. */
const SETTLED_BY_FOREIGN: readonly AttentionReason[] = ['paidInPart'];

const settledBy = (status: string): readonly AttentionReason[] =>
  isOrderStatus(status) ? (SETTLED_BY[status] ?? []) : SETTLED_BY_FOREIGN;

/** Changes the reasons of a stored text for an order with a status. Sentences of a newer version stay. */
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
