import { PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import type { Logger } from 'pino';
import type { AttentionReason } from '#contract/orders/order-attention.ts';
import { listReasons } from '../orders/order-attention.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { findOrderLanes } from '../orders/order-lanes.ts';
import { findOrder } from '../orders/order.repository.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { Database } from '../storage/database.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { CURRENCY } from './payment-gateway.ts';
import type { PaymentReport, Provider } from './payment-gateway.ts';
import { insertNotice } from './payment-notice.repository.ts';
import { findReasons, isOtherCharge } from './report-reasons.ts';

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

interface Decision {
  readonly outcome: ReportOutcome;
  /** Reasons for attention that the order did not have before. */
  readonly added: readonly AttentionReason[];
}

export function createPaymentReports({ database, write, changes, log, now }: PaymentReportsOptions): PaymentReports {
  /** Applies the status and its reasons for attention; undefined when the order stays the same. */
  const move = async (
    unit: WriteUnit,
    order: OrderRow,
    report: PaymentReport,
    reasons: readonly AttentionReason[],
  ): Promise<OrderRow | undefined> => {
    // The order stays `creating` until its payment page is stored; otherwise a crash would leave it without one.
    const isEarly = report.status === 'waiting' && order.invoice_url === null;
    const isOther = isOtherCharge(report, order);
    if (isEarly || (isOther && PAYMENT_ENDS.has(report.status))) return changes.flagForAttention(unit, order, reasons);
    const charge_id = report.chargeId ?? order.charge_id;
    const paid_share = toOrderShare(report, order);
    const changed = await changes.setStatus(unit, order, report.status, { charge_id, paid_share, reasons });
    if (changed) return changed;
    const current = (await changes.flagForAttention(unit, order, reasons)) ?? order;
    const isSame = report.status === order.status;
    const patch = {
      // The poller needs the charge's id when later notices are lost.
      ...(isSame && order.status === 'waiting' && charge_id !== order.charge_id && { charge_id }),
      // More of the payment has arrived, or its amount is known by now: the hold of the stock depends on it.
      ...(isSame && !isOther && paid_share !== null && paid_share !== order.paid_share && { paid_share }),
    };
    if (Object.keys(patch).length > 0) return changes.update(unit, current, patch);
    return current === order ? undefined : current;
  };

  const decide = async (unit: WriteUnit, order: OrderRow | undefined, report: PaymentReport): Promise<Decision> => {
    if (!order) return { outcome: 'unknown-order', added: [] };
    const isOfOrder = hasAmountOf(report, order);
    const reasons = isOfOrder ? findReasons(report, order) : (['wrongAmount'] as const);
    const changed = isOfOrder
      ? await move(unit, order, report, reasons)
      : await changes.flagForAttention(unit, order, reasons);
    if (!changed) return { outcome: 'unchanged', added: [] };
    const before = listReasons(order.needs_attention);
    const added = listReasons(changed.needs_attention).filter((reason) => !before.includes(reason));
    if (added.includes('wrongAmount')) return { outcome: 'wrong-amount', added };
    if (added.includes('paidTwice')) return { outcome: 'paid-twice', added };
    return { outcome: changed.status === order.status ? 'unchanged' : 'changed', added };
  };

  return {
    async apply(provider, report, hash) {
      const { outcome, added } = await write(
        async (unit) => {
          const found = await findOrder(unit.trx, report.orderId);
          const decision = await decide(unit, found?.provider === provider ? found : undefined, report);
          if (hash !== undefined) {
            await insertNotice(unit.trx, {
              hash,
              provider,
              order_id: report.orderId,
              status: report.status,
              outcome: decision.outcome,
              received_at: now(),
            });
          }
          return decision;
        },
        () => findOrderLanes(database.reader, report.orderId),
      );
      const { orderId: order, status, reported = status } = report;
      if (NEEDS_REVIEW.has(outcome)) {
        log.error({ provider, order, status, reported, outcome }, 'payment needs review');
      } else if (added.length > 0) {
        log.warn({ provider, order, status, reported, reasons: added }, 'payment needs attention');
      }
      return outcome;
    },
  };
}

const hasAmountOf = ({ amount, currency }: PaymentReport, { total_cents }: OrderRow): boolean =>
  (amount === undefined || amount === total_cents) && (currency === undefined || currency === CURRENCY);

/** The paid share that counts for the order; while another of its payments has started, the larger share of the two. Null: not known. */
function toOrderShare(report: PaymentReport, order: OrderRow): number | null {
  const share = report.paidShare ?? null;
  if (!isOtherCharge(report, order) || !PAYMENT_STARTED.has(order.status)) return share;
  return share === null || order.paid_share === null ? null : Math.max(share, order.paid_share);
}
