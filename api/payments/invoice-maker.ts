import { PAYMENT_RESULT_PATHS } from '#contract/screens/screens.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cents } from '#contract/money/money.ts';
import type { Logger } from 'pino';
import type { OrderChanges } from '../orders/order-changes.ts';
import { claimInvoice, deferInvoice, listDueInvoices } from '../orders/unpaid-orders.repository.ts';
import { findOrder } from '../orders/order.repository.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { PaymentPage } from '../orders/unpaid-orders.repository.ts';
import type { Database } from '../storage/database.ts';
import { NO_LANES, orderLane } from '../storage/lanes.ts';
import type { Lanes } from '../storage/lanes.ts';
import { IDEMPOTENT } from '../storage/write-unit.ts';
import type { Write } from '../storage/write-unit.ts';
import type { Invoice, PaymentGateway, Provider } from './payment-gateway.ts';

/** Added to the timeout of an attempt: for the sum of both, no other process makes an attempt for the order. */
const LEASE_MARGIN_MS = 2_000;
/** Pauses before further attempts. */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000] as const;
const MAX_DUE = 20;
const WAIT_STEP_MS = 100;

/** What a payment page shows, and the number of the attempt. */
export type InvoiceOrder = Pick<OrderRow, 'id' | 'title' | 'total_cents' | 'expires_at' | 'attempts'>;

/** Creates the payment pages of orders outside of any transaction: one page per order, even across crashes and processes. */
export interface InvoiceMaker {
  readonly provider: Provider;
  /** Time in ms until which no other process makes an attempt for an order placed now. */
  leaseEnd(): number;
  /**
   * Makes the first attempt for a new order, and returns the order as it is stored then; undefined after a failure, which is logged and
   * retried later.
   */
  make(order: InvoiceOrder, origin: string): Promise<OrderRow | undefined>;
  /** Waits until a concurrent attempt has created the order's page, at most for the timeout of an attempt. */
  wait(orderId: string): Promise<void>;
  /** Retries the orders whose next attempt is due. */
  recover(): Promise<void>;
}

export interface InvoiceMakerOptions {
  readonly database: Database;
  readonly write: Write;
  readonly changes: OrderChanges;
  readonly gateway: PaymentGateway;
  /** The public origin, for the provider's notices and for retries, which do not know the buyer's origin. */
  readonly getOrigin: () => string;
  /** Timeout of a request to the provider. */
  readonly timeoutMs: number;
  readonly log: Logger;
  readonly now: () => number;
}

export function createInvoiceMaker(options: InvoiceMakerOptions): InvoiceMaker {
  const { database, write, changes, gateway, getOrigin, timeoutMs, log, now } = options;
  const leaseMs = timeoutMs + LEASE_MARGIN_MS;

  const request = (order: InvoiceOrder, origin: string, signal: AbortSignal): Promise<Invoice> =>
    gateway.createInvoice(
      {
        orderId: order.id,
        amount: order.total_cents as Cents,
        title: order.title,
        successUrl: `${origin}${PAYMENT_RESULT_PATHS.success}?order=${order.id}`,
        cancelUrl: `${origin}${PAYMENT_RESULT_PATHS.cancel}?order=${order.id}`,
        noticeUrl: `${getOrigin()}/api/payments/${gateway.provider}/notices`,
        expiresAt: order.expires_at,
      },
      signal,
    );

  /** A repeated attempt looks for an existing invoice first. */
  const attempt = async (order: InvoiceOrder, origin: string): Promise<OrderRow | undefined> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const found = order.attempts > 1 ? await gateway.findInvoice(order.id, signal) : undefined;
      return await store(order.id, found ?? (await request(order, origin, signal)));
    } catch (error) {
      const pause = RETRY_DELAYS_MS[Math.min(order.attempts, RETRY_DELAYS_MS.length) - 1] ?? 0;
      log.warn({ err: error, order: order.id, attempts: order.attempts }, 'creating a payment page failed');
      await write(({ trx }) => deferInvoice(trx, order.id, now() + pause), NO_LANES);
      return undefined;
    }
  };

  const store = async (orderId: string, { paymentId, invoiceUrl }: Invoice): Promise<OrderRow | undefined> => {
    // The configured provider may have changed since the order was placed.
    const page = { payment_id: paymentId, invoice_url: invoiceUrl, provider: gateway.provider };
    const lanes = [orderLane(orderId)];
    const readOrder = await write((unit) => changes.openPage(unit, orderId, page), lanes, IDEMPOTENT);
    return readOrder() ?? storeLate(orderId, page, lanes);
  };

  /** Stores the page whatever the order's status, because a notice may have arrived before the reply. */
  const storeLate = (orderId: string, page: PaymentPage, lanes: Lanes): Promise<OrderRow | undefined> =>
    write(async (unit) => {
      const order = await findOrder(unit.trx, orderId);
      if (!order || order.invoice_url !== null) return order;
      // Neither call moves stock.
      return (await changes.setStatus(unit, order, 'waiting', page)) ?? changes.update(unit, order, page);
    }, lanes);

  return {
    provider: gateway.provider,

    leaseEnd: () => now() + leaseMs,

    make: attempt,

    async wait(orderId) {
      const endMs = performance.now() + timeoutMs;
      while (performance.now() < endMs) {
        const order = await findOrder(database.reader, orderId);
        if (order?.status !== 'creating') return;
        await delay(WAIT_STEP_MS);
      }
    },

    async recover() {
      const due = await listDueInvoices(database.reader, now(), MAX_DUE);
      const retry = async (id: string): Promise<void> => {
        const order = await write(({ trx }) => claimInvoice(trx, id, now(), now() + leaseMs), NO_LANES);
        if (order) await attempt(order, getOrigin());
      };
      await Promise.all(due.map(({ id }) => retry(id)));
    },
  };
}
