import { isPayable } from '#contract/order-status.ts';
import type { Logger } from 'pino';
import { findOrder, listUnsettledOrders } from '../orders/order.repository.ts';
import type { Database } from '../storage/database.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import type { PaymentReports } from './payment-reports.ts';

const DAY_MS = 86_400_000;
/** For how long money may come late. */
const WATCHED_DAYS = 7;
/** How often the provider is asked about an order: while its buyer may be paying, on its first day, and later. */
const POLL_OPEN_MS = 30_000;
const POLL_DAY_MS = 600_000;
const POLL_LATE_MS = 6 * 3_600_000;
const MAX_ASKED = 20;
const ASK_TIMEOUT_MS = 5_000;

/** Asks the provider how payments stand, because notices get lost. */
export interface PaymentPoller {
  /** Asks about one order now; false when the provider could not be asked, which is logged. */
  ask(orderId: string): Promise<boolean>;
  /** Asks about some orders whose turn it is. */
  poll(): Promise<void>;
}

export interface PaymentPollerOptions {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly reports: PaymentReports;
  readonly log: Logger;
  readonly now: () => number;
  readonly steadyNow: () => number;
}

export function createPaymentPoller(options: PaymentPollerOptions): PaymentPoller {
  const { database, gateway, reports, log, now, steadyNow } = options;
  let askedAt = new Map<string, number>();

  const ask = async (orderId: string): Promise<boolean> => {
    const order = await findOrder(database.reader, orderId);
    if (!order || order.provider !== gateway.provider) return true;
    const reference = { orderId, paymentId: order.payment_id, chargeId: order.charge_id };
    try {
      const report = await gateway.readPayment(reference, AbortSignal.timeout(ASK_TIMEOUT_MS));
      if (report && report.orderId === orderId) await reports.apply(gateway.provider, report);
      return true;
    } catch (error) {
      log.warn({ err: error, order: orderId }, 'the provider could not be asked about a payment');
      return false;
    }
  };

  return {
    ask,

    async poll() {
      const orders = await listUnsettledOrders(database.reader, now() - WATCHED_DAYS * DAY_MS);
      const next = new Map<string, number>();
      const due: { id: string; lastMs: number }[] = [];
      for (const order of orders) {
        // Its buyer has only just got the page: the first look comes after one pause.
        const lastMs = askedAt.get(order.id) ?? steadyNow();
        next.set(order.id, lastMs);
        if (steadyNow() - lastMs >= pauseOf(order, now())) due.push({ id: order.id, lastMs });
      }
      // The longest waiting first: with more orders than one round takes, the last ones would never be asked about.
      due.sort((a, b) => a.lastMs - b.lastMs);
      for (const { id } of due.slice(0, MAX_ASKED)) {
        next.set(id, steadyNow());
        if (!(await ask(id))) break;
      }
      askedAt = next;
    },
  };
}

function pauseOf({ status, created_at }: { status: string; created_at: number }, atMs: number): number {
  if (isPayable({ payment_status: status, invoice_url: '' })) return POLL_OPEN_MS;
  return atMs - created_at < DAY_MS ? POLL_DAY_MS : POLL_LATE_MS;
}
