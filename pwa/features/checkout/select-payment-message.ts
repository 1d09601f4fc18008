import { PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import type { FoundOrder } from '#pwa/platform/storage/use-order.ts';

/** The page that the payment provider sent the buyer back to. */
export type PaymentOutcome = 'success' | 'cancel';

/** The message to show about a payment. */
export type PaymentMessage = PaymentOutcome | 'waiting' | 'offline' | 'partial' | 'late' | 'failed' | 'unknown';

const FAILED: ReadonlySet<string> = new Set(['failed', 'expired', 'refunded']);

/** Selects the message by the status that the server confirmed. The page alone says only whether the buyer canceled. */
export function selectPaymentMessage(outcome: PaymentOutcome, found: FoundOrder): PaymentMessage {
  const status = found.state === 'known' ? found.order.payment_status : undefined;
  if (status === 'finished') return 'success';
  if (status === 'partially_paid' || status === 'part_received') return 'partial';
  if (status === 'paid_late') return 'late';
  if (outcome === 'cancel')
    return PAYMENT_STARTED_STATUSES.some((started) => started === status) ? 'waiting' : 'cancel';
  // The server knows no such order, or nobody is logged in: waiting would not help.
  if (found.state === 'unknown' || found.state === 'signed-out') return 'unknown';
  if (found.state === 'offline') return 'offline';
  return status !== undefined && FAILED.has(status) ? 'failed' : 'waiting';
}
