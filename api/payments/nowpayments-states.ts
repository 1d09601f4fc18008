import type { Cents } from '#contract/money/money.ts';
import { row, unknownState } from './payment-state.ts';
import type { PaymentState } from './payment-state.ts';

/** How much has arrived for a payment; `unknown` when the provider reports no amount, or 0. */
type Arrived = 'unknown' | 'part' | 'whole' | 'over';

/** From this percentage on a payment counts as `whole`: the gap may be a wallet's fee. Less is `part`, even if reported as finished. */
const WHOLE_PERCENT = 95;

/** All states of a payment: `payment_status` × `actually_paid` compared with `pay_amount`. */
const STATES = {
  waiting: {
    unknown: row('waiting'),
    part: row('part_received'),
    whole: row('confirming'),
    over: row('confirming', 'overpaid'),
  },
  confirming: {
    unknown: row('confirming'),
    part: row('confirming'),
    whole: row('confirming'),
    over: row('confirming', 'overpaid'),
  },
  confirmed: {
    unknown: row('confirmed'),
    part: row('confirmed'),
    whole: row('confirmed'),
    over: row('confirmed', 'overpaid'),
  },
  sending: {
    unknown: row('sending'),
    part: row('sending'),
    whole: row('sending'),
    over: row('sending', 'overpaid'),
  },
  partially_paid: {
    unknown: row('partially_paid'),
    part: row('partially_paid'),
    // For example, if it was paid in another coin than the one asked for.
    whole: row('partially_paid'),
    over: row('partially_paid', 'overpaid'),
  },
  finished: {
    unknown: row('finished'),
    part: row('finished', 'underpaid'),
    whole: row('finished'),
    over: row('finished', 'overpaid'),
  },
  failed: {
    unknown: row('failed'),
    part: row('failed', 'lostPayment'),
    whole: row('failed', 'lostPayment'),
    over: row('failed', 'lostPayment', 'overpaid'),
  },
  refunded: {
    unknown: row('refunded'),
    part: row('refunded'),
    whole: row('refunded'),
    over: row('refunded'),
  },
  expired: {
    unknown: row('expired'),
    part: row('partially_paid'),
    whole: row('paid_late', 'paidLate'),
    over: row('paid_late', 'paidLate', 'overpaid'),
  },
} as const satisfies Record<string, Record<Arrived, PaymentState>>;

/**
 * Returns what a state of a payment means. `paid`: the part of the total that has arrived, from `readPaidCents`; undefined while that is not
 * known.
 */
export function readPaymentState(status: string, paid: Cents | undefined, total: Cents): PaymentState {
  if (!Object.hasOwn(STATES, status)) return unknownState(status);
  return STATES[status as keyof typeof STATES][toArrived(paid, total)];
}

function toArrived(paid: Cents | undefined, total: Cents): Arrived {
  if (paid === undefined) return 'unknown';
  if (paid > total) return 'over';
  return paid * 100 >= total * WHOLE_PERCENT ? 'whole' : 'part';
}
