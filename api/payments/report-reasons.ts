import type { AttentionReason } from '#contract/orders/order-attention.ts';
import { isOrderStatus } from '#contract/orders/order-status.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { PaymentReport } from './payment-gateway.ts';

const IN_FLIGHT: ReadonlySet<string> = new Set(['part_received', 'confirming', 'confirmed', 'sending']);
/** Whether money has been, or may have been, seen and has not arrived yet: a word that only the provider knows can mean that. */
const isInFlight = (status: string): boolean => IN_FLIGHT.has(status) || !isOrderStatus(status);
const ENDED_UNPAID: ReadonlySet<string> = new Set(['expired', 'failed']);
/** Money is there. */
const ARRIVED: ReadonlySet<string> = new Set(['partially_paid', 'paid_late', 'finished']);

/**
 * Returns what a report calls attention to: by its own state, and in combination with the order's earlier state. Two reports may come in either
 * sequence: a lost payment is found in both.
 */
export function findReasons(report: PaymentReport, order: OrderRow): AttentionReason[] {
  const { status, reasons = [] } = report;
  const found = [...reasons];
  if (isOtherCharge(report, order)) {
    if (ARRIVED.has(status) && (ARRIVED.has(order.status) || order.status === 'refunded')) found.push('paidTwice');
    return found;
  }
  const isEndOfFlight = ENDED_UNPAID.has(status) && isInFlight(order.status);
  const isFlightAfterEnd = isInFlight(status) && ENDED_UNPAID.has(order.status);
  if (isEndOfFlight || isFlightAfterEnd) found.push('lostPayment');
  // A notice may be older than the payment; what the provider answers now is not.
  if (report.isCurrent && order.status === 'finished' && ENDED_UNPAID.has(status)) found.push('revoked');
  return found;
}

/** Whether a report is about another payment than the one stored with the order. */
export const isOtherCharge = (
  { chargeId }: Pick<PaymentReport, 'chargeId'>,
  { charge_id }: Pick<OrderRow, 'charge_id'>,
): boolean => chargeId !== null && charge_id !== null && chargeId !== charge_id;
