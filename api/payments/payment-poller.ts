import { isPayable } from '#contract/orders/order-status.ts';
import type { Logger } from 'pino';
import { findOrder } from '../orders/order.repository.ts';
import { listUnsettledOrders } from '../orders/unpaid-orders.repository.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { readWatchedUntil, storeWatchedUntil } from './payment-watch.repository.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import type { PaymentReports } from './payment-reports.ts';

const DAY_MS = 86_400_000;
/** How long an order may still be paid late, and how long it is watched once its payment is in flight. */
const WATCHED_DAYS = 7;
const IN_FLIGHT_DAYS = 400;
/** How often the time until which payments were watched is stored. */
const STORED_EVERY_MS = 3_600_000;
/** Poll intervals of an order: while its buyer may be paying, on its first day, and later. */
const POLL_OPEN_MS = 30_000;
const POLL_DAY_MS = 600_000;
const POLL_LATE_MS = 6 * 3_600_000;
/** Orders per round. */
const MAX_CHECKED = 20;
const CHECK_TIMEOUT_MS = 5_000;

/** Reads the status of payments from the provider, because notices get lost. */
export interface PaymentPoller {
  /** Checks one order now; returns false, and logs it, when the provider cannot be reached. */
  check(orderId: string): Promise<boolean>;
  /**
   * Checks the orders that are due, up to the limit of a round. After a start, every order is due that was watched when the data was last
   * written: it may have been paid while the server was off, or since the backup from which the data was restored.
   */
  poll(): Promise<void>;
}

export interface PaymentPollerOptions {
  readonly database: Database;
  readonly write: Write;
  readonly gateway: PaymentGateway;
  readonly reports: PaymentReports;
  readonly log: Logger;
  readonly now: () => number;
  readonly steadyNow: () => number;
}

export function createPaymentPoller(options: PaymentPollerOptions): PaymentPoller {
  const { database, write, gateway, reports, log, now, steadyNow } = options;
  const startedAt = now();
  const startedSteadyMs = steadyNow();
  let hasAnswered = false;
  let checkedAt = new Map<string, number>();
  let watchedUntil: number | undefined;
  /** Orders from before the start that have not been checked since. */
  let missed: Set<string> | undefined;

  const check = async (orderId: string): Promise<boolean> => {
    const order = await findOrder(database.reader, orderId);
    if (!order || order.provider !== gateway.provider) return true;
    const reference = { orderId, paymentId: order.payment_id, chargeId: order.charge_id };
    try {
      const report = await gateway.readPayment(reference, AbortSignal.timeout(CHECK_TIMEOUT_MS));
      if (report && report.orderId === orderId) await reports.apply(gateway.provider, report);
      return true;
    } catch (error) {
      log.warn({ err: error, order: orderId }, 'reading a payment from the provider failed');
      return false;
    }
  };

  const noteWatched = async (atMs: number): Promise<void> => {
    watchedUntil = atMs;
    const stored = (await readWatchedUntil(database.reader)) ?? 0;
    if (Math.abs(atMs - stored) >= STORED_EVERY_MS) await write(({ trx }) => storeWatchedUntil(trx, atMs));
  };

  return {
    check,

    async poll() {
      const atMs = now();
      watchedUntil ??= Math.min((await readWatchedUntil(database.reader)) ?? atMs, atMs);
      const orders = await listUnsettledOrders(database.reader, {
        sinceMs: watchedUntil - WATCHED_DAYS * DAY_MS,
        inFlightSinceMs: atMs - IN_FLIGHT_DAYS * DAY_MS,
      });
      // Settled orders leave the list. A day after the start, if the provider has answered at all, missed orders that are still unchecked
      // are given up: otherwise `watchedUntil` would never advance, and the list would keep growing.
      if (hasAnswered && steadyNow() - startedSteadyMs >= DAY_MS) missed?.clear();
      missed = new Set(orders.map(({ id }) => id).filter((id) => missed?.has(id) ?? true));
      const next = new Map<string, number>();
      const due: { id: string; lastMs: number }[] = [];
      for (const order of orders) {
        // The buyer of a new order has just received the payment page: the first check follows one interval later.
        const isNew = !missed.has(order.id) || order.created_at >= startedAt;
        const lastMs = checkedAt.get(order.id) ?? (isNew ? steadyNow() : Number.NEGATIVE_INFINITY);
        next.set(order.id, lastMs);
        if (steadyNow() - lastMs >= pauseOf(order, atMs)) due.push({ id: order.id, lastMs });
      }
      // The orders that have waited longest come first: a round checks only so many, and the others must have their turn.
      due.sort((a, b) => a.lastMs - b.lastMs);
      for (const { id } of due.slice(0, MAX_CHECKED)) {
        next.set(id, steadyNow());
        if (!(await check(id))) break;
        hasAnswered = true;
        missed.delete(id);
      }
      checkedAt = next;
      if (missed.size === 0) await noteWatched(atMs);
    },
  };
}

function pauseOf({ status, created_at }: { status: string; created_at: number }, atMs: number): number {
  if (isPayable({ payment_status: status, invoice_url: '' })) return POLL_OPEN_MS;
  return atMs - created_at < DAY_MS ? POLL_DAY_MS : POLL_LATE_MS;
}
