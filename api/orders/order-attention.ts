import { ATTENTION } from '#contract/order-attention.ts';
import type { AttentionReason } from '#contract/order-attention.ts';

const REASONS = Object.keys(ATTENTION) as AttentionReason[];

/** Lists the reasons of an order's stored text that this version knows. */
export const listReasons = (stored: string): AttentionReason[] =>
  REASONS.filter((reason) => stored.includes(ATTENTION[reason]));

/** Reasons that a status makes untrue or settles, whichever of them came first. All others stay: money has arrived that a person must see. */
const SETTLED_BY: Readonly<Partial<Record<string, readonly AttentionReason[]>>> = {
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

/** Changes the reasons of a stored text for an order with a status. Sentences of a newer version stay. */
export function changeReasons(
  stored: string,
  status: string,
  { add, drop = [] }: { readonly add: readonly AttentionReason[]; readonly drop?: readonly AttentionReason[] },
): string {
  const settled = SETTLED_BY[status] ?? [];
  let text = stored;
  for (const reason of [...settled, ...drop]) text = text.replace(ATTENTION[reason], '');
  for (const reason of add) {
    if (!settled.includes(reason) && !text.includes(ATTENTION[reason])) text += ` ${ATTENTION[reason]}`;
  }
  return text.replaceAll(/ {2,}/g, ' ').trim();
}
