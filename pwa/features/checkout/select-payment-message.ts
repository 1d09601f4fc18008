import { PAYMENT_STARTED_STATUSES } from '#contract/order-status.ts';
import type { PaidOrder } from './use-paid-order.ts';

/** Which of the two addresses a payment page sent the buyer to. */
export type PaymentOutcome = 'success' | 'cancel';

/** What is to be said of a payment. */
export type PaymentMessage = PaymentOutcome | 'waiting' | 'partial' | 'failed' | 'unknown';

const FAILED: ReadonlySet<string> = new Set(['failed', 'expired', 'refunded']);

/** What is to be said, by what the server confirmed; the address alone says only whether somebody went back without paying. */
export function selectPaymentMessage(outcome: PaymentOutcome, found: PaidOrder): PaymentMessage {
  const status = found.state === 'known' ? found.order.payment_status : undefined;
  if (status === 'finished') return 'success';
  if (status === 'partially_paid') return 'partial';
  if (outcome === 'cancel') return PAYMENT_STARTED_STATUSES.some((move) => move === status) ? 'waiting' : 'cancel';
  if (found.state === 'unknown') return 'unknown';
  return status !== undefined && FAILED.has(status) ? 'failed' : 'waiting';
}
