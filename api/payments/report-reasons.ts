import type { AttentionReason } from '#contract/orders/order-attention.ts';
import { isOrderStatus } from '#contract/orders/order-status.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { PaymentReport } from './payment-gateway.ts';

const IN_FLIGHT: ReadonlySet<string> = new Set(['part_received', 'confirming', 'confirmed', 'sending']);
/** Whether money was seen, or may have been seen, and has not arrived yet. A word that only the provider knows can mean that, too. */
const isInFlight = (status: string): boolean => IN_FLIGHT.has(status) || !isOrderStatus(status);
const ENDED_UNPAID: ReadonlySet<string> = new Set(['expired', 'failed']);
/** Statuses that mean that money has arrived. */
const ARRIVED: ReadonlySet<string> = new Set(['partially_paid', 'paid_late', 'finished']);

/**
 * Returns the reasons for attention that a report gives, by its own state and in combination with the order's earlier state. A payment that
 * was seen and then lost is found in either order of the two reports.
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
  // A notice may have been sent before the payment; a current answer of the provider was not.
  if (report.isCurrent && order.status === 'finished' && ENDED_UNPAID.has(status)) found.push('revoked');
  return found;
}

/** Whether a report is about another payment than the one stored with the order. */
export const isOtherCharge = (
  { chargeId }: Pick<PaymentReport, 'chargeId'>,
  { charge_id }: Pick<OrderRow, 'charge_id'>,
): boolean => chargeId !== null && charge_id !== null && chargeId !== charge_id;
