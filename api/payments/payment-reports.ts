import { PAYMENT_STARTED_STATUSES } from '#contract/order-status.ts';
import type { Logger } from 'pino';
import { ATTENTION } from '#contract/order-attention.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { findOrderLanes } from '../orders/order-lanes.ts';
import { findOrder } from '../orders/order.repository.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { Database } from '../storage/database.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { CURRENCY } from './payment-gateway.ts';
import type { PaymentReport, Provider } from './payment-gateway.ts';
import { insertNotice } from './payment-notice.repository.ts';

/** The result of a report. */
export type ReportOutcome = 'changed' | 'unchanged' | 'wrong-amount' | 'paid-twice' | 'unknown-order';

/** Outcomes that are logged as errors. */
const NEEDS_REVIEW: ReadonlySet<ReportOutcome> = new Set(['wrong-amount', 'paid-twice', 'unknown-order'] as const);

const PAYMENT_STARTED: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);

/** Final statuses of one payment, which do not affect another payment for the same order. */
const PAYMENT_ENDS: ReadonlySet<string> = new Set(['expired', 'failed', 'refunded']);

export interface PaymentReports {
  /** Applies a provider's report to its order in one transaction; `hash` identifies the notice. */
  apply(provider: Provider, report: PaymentReport, hash?: string): Promise<ReportOutcome>;
}

export interface PaymentReportsOptions {
  readonly database: Pick<Database, 'reader'>;
  readonly write: Write;
  readonly changes: OrderChanges;
  readonly log: Logger;
  readonly now: () => number;
}

export function createPaymentReports({ database, write, changes, log, now }: PaymentReportsOptions): PaymentReports {
  const flagForAttention = async (
    unit: WriteUnit,
    order: OrderRow,
    reason: keyof typeof ATTENTION,
    outcome: ReportOutcome,
  ): Promise<ReportOutcome> => {
    if (order.needs_attention.includes(ATTENTION[reason])) return 'unchanged';
    await changes.flagForAttention(unit, order, ATTENTION[reason]);
    return outcome;
  };

  const decide = async (
    unit: WriteUnit,
    order: OrderRow | undefined,
    report: PaymentReport,
  ): Promise<ReportOutcome> => {
    if (!order) return 'unknown-order';
    if (!isOfOrder(report, order)) {
      return flagForAttention(unit, order, 'wrongAmount', 'wrong-amount');
    }
    // The order stays `creating` until its payment page is stored; otherwise a crash would leave it without one.
    if (report.status === 'waiting' && order.invoice_url === null) return 'unchanged';
    if (isOtherCharge(report, order)) {
      if (PAYMENT_ENDS.has(report.status)) return 'unchanged';
      if (report.status === 'finished' && order.status === 'finished') {
        return flagForAttention(unit, order, 'paidTwice', 'paid-twice');
      }
    }
    const charge_id = report.chargeId ?? order.charge_id;
    const paid_share = toPaidShare(report, order);
    // The poller needs it when later notices are lost.
    if (report.status === 'waiting' && order.status === 'waiting' && charge_id !== order.charge_id) {
      await changes.update(unit, order, { charge_id });
      return 'unchanged';
    }
    if (await changes.setStatus(unit, order, report.status, { charge_id, paid_share })) return 'changed';
    // More of it has arrived, or its amount is known by now: the hold of the stock depends on it.
    const isSame = report.status === order.status && !isOtherCharge(report, order);
    if (isSame && paid_share !== null && paid_share !== order.paid_share) {
      await changes.update(unit, order, { paid_share });
    }
    return 'unchanged';
  };

  return {
    async apply(provider, report, hash) {
      const outcome = await write(
        async (unit) => {
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
        },
        () => findOrderLanes(database.reader, report.orderId),
      );
      if (NEEDS_REVIEW.has(outcome)) {
        log.error({ provider, order: report.orderId, status: report.status, outcome }, 'payment needs review');
      }
      return outcome;
    },
  };
}

const isOfOrder = ({ amount, currency }: PaymentReport, { total_cents }: OrderRow): boolean =>
  (amount === undefined || amount === total_cents) && (currency === undefined || currency === CURRENCY);

/** The paid share that counts for the order: while another payment of it is in flight, the larger of both. Null: not known. */
function toPaidShare(report: PaymentReport, order: OrderRow): number | null {
  const share = report.paidShare ?? null;
  if (!isOtherCharge(report, order) || !PAYMENT_STARTED.has(order.status)) return share;
  return share === null || order.paid_share === null ? null : Math.max(share, order.paid_share);
}

/** Whether a report is about another payment than the one stored with the order. */
const isOtherCharge = ({ chargeId }: PaymentReport, { charge_id }: OrderRow): boolean =>
  chargeId !== null && charge_id !== null && chargeId !== charge_id;
