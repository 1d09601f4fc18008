import { PAYMENT_STARTED_STATUSES } from '#contract/order-status.ts';
import type { PaidOrder } from './use-paid-order.ts';

/** The page that the payment provider sent the buyer back to. */
export type PaymentOutcome = 'success' | 'cancel';

/** The message to show about a payment. */
export type PaymentMessage = PaymentOutcome | 'waiting' | 'partial' | 'failed' | 'unknown';

const FAILED: ReadonlySet<string> = new Set(['failed', 'expired', 'refunded']);

/** Selects the message by the status that the server confirmed. The page alone says only whether the buyer cancelled. */
export function selectPaymentMessage(outcome: PaymentOutcome, found: PaidOrder): PaymentMessage {
  const status = found.state === 'known' ? found.order.payment_status : undefined;
  if (status === 'finished') return 'success';
  if (status === 'partially_paid') return 'partial';
  if (outcome === 'cancel')
    return PAYMENT_STARTED_STATUSES.some((started) => started === status) ? 'waiting' : 'cancel';
  if (found.state === 'unknown') return 'unknown';
  return status !== undefined && FAILED.has(status) ? 'failed' : 'waiting';
}
