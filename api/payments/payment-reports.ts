import type { Logger } from 'pino';
import { ATTENTION } from '../orders/order-changes.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { findOrder } from '../orders/order.repository.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { CURRENCY } from './payment-gateway.ts';
import type { PaymentReport, Provider } from './payment-gateway.ts';
import { insertNotice } from './payment-notice.repository.ts';

/** What a report came to. */
export type ReportOutcome = 'changed' | 'unchanged' | 'wrong-amount' | 'unknown-order';

export interface PaymentReports {
  /** Lets an order follow what its provider says, in one transaction; `hash` names the notice that said it. */
  apply(provider: Provider, report: PaymentReport, hash?: string): Promise<ReportOutcome>;
}

export interface PaymentReportsOptions {
  readonly write: Write;
  readonly changes: OrderChanges;
  readonly log: Logger;
  readonly now: () => number;
}

export function createPaymentReports({ write, changes, log, now }: PaymentReportsOptions): PaymentReports {
  const decide = async (
    unit: WriteUnit,
    order: OrderRow | undefined,
    report: PaymentReport,
  ): Promise<ReportOutcome> => {
    if (!order) return 'unknown-order';
    if (!isOfOrder(report, order)) {
      if (order.needs_attention === ATTENTION.wrongAmount) return 'unchanged';
      await changes.update(unit, order, { needs_attention: ATTENTION.wrongAmount });
      return 'wrong-amount';
    }
    // It is the page that the order waits for: told of it too early, nobody would fetch the page after a crash.
    if (report.status === 'waiting' && order.invoice_url === null) return 'unchanged';
    const charge_id = report.chargeId ?? order.charge_id;
    return (await changes.setStatus(unit, order, report.status, { charge_id })) ? 'changed' : 'unchanged';
  };

  return {
    async apply(provider, report, hash) {
      const outcome = await write(async (unit) => {
        const found = await findOrder(unit.trx, report.orderId);
        const decision = await decide(unit, found?.provider === provider ? found : undefined, report);
        if (hash !== undefined) {
          await insertNotice(unit.trx, {
            hash,
            provider,
            order_id: report.orderId,
            status: report.status,
            outcome: decision,
            received_at: now(),
          });
        }
        return decision;
      });
      if (outcome === 'unknown-order' || outcome === 'wrong-amount') {
        log.error({ provider, order: report.orderId, status: report.status, outcome }, 'a payment needs a look');
      }
      return outcome;
    },
  };
}

const isOfOrder = ({ amount, currency }: PaymentReport, { total_cents }: OrderRow): boolean =>
  (amount === undefined || amount === total_cents) && (currency === undefined || currency === CURRENCY);
