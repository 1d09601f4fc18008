import { setTimeout as delay } from 'node:timers/promises';
import type { Cents } from '#contract/money.ts';
import type { Logger } from 'pino';
import type { OrderChanges } from '../orders/order-changes.ts';
import { claimInvoice, deferInvoice, findOrder, listDueInvoices } from '../orders/order.repository.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import type { Invoice, PaymentGateway, Provider } from './payment-gateway.ts';

/** An attempt belongs to its process for so much longer than it can take; then another may try. */
const LEASE_MARGIN_MS = 2_000;
/** Pauses before further attempts. */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000] as const;
const MAX_DUE = 20;
const WAIT_STEP_MS = 100;

/** Gets orders their payment pages, outside of any transaction: one page for each order, also across crashes and processes. */
export interface InvoiceMaker {
  readonly provider: Provider;
  /** Time in ms until which an order that is placed now belongs to its first attempt. */
  leaseEnd(): number;
  /** The first attempt for an order that was just placed; a failure is logged and tried again later. */
  make(orderId: string, origin: string): Promise<void>;
  /** Waits until an attempt that runs elsewhere has given the order its page, or for as long as an attempt may take. */
  wait(orderId: string): Promise<void>;
  /** Takes up every order whose next attempt is due. */
  recover(): Promise<void>;
}

export interface InvoiceMakerOptions {
  readonly database: Database;
  readonly write: Write;
  readonly changes: OrderChanges;
  readonly gateway: PaymentGateway;
  /** Own origin, for buyers whose own is not known any more and for the provider's notices. */
  readonly getOrigin: () => string;
  /** How long the provider may take. */
  readonly timeoutMs: number;
  readonly log: Logger;
  readonly now: () => number;
}

export function createInvoiceMaker(options: InvoiceMakerOptions): InvoiceMaker {
  const { database, write, changes, gateway, getOrigin, timeoutMs, log, now } = options;
  const leaseMs = timeoutMs + LEASE_MARGIN_MS;

  const request = (order: OrderRow, origin: string, signal: AbortSignal): Promise<Invoice> =>
    gateway.createInvoice(
      {
        orderId: order.id,
        amount: order.total_cents as Cents,
        title: order.title,
        successUrl: `${origin}/success?order=${order.id}`,
        cancelUrl: `${origin}/cancel?order=${order.id}`,
        noticeUrl: `${getOrigin()}/api/payments/${gateway.provider}/notices`,
        expiresAt: order.expires_at,
      },
      signal,
    );

  /** Only the first attempt knows that there is no invoice yet. */
  const attempt = async (order: OrderRow, origin: string): Promise<void> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const found = order.attempts > 1 ? await gateway.findInvoice(order.id, signal) : undefined;
      await keep(order.id, found ?? (await request(order, origin, signal)));
    } catch (error) {
      const pause = RETRY_DELAYS_MS[Math.min(order.attempts, RETRY_DELAYS_MS.length) - 1] ?? 0;
      log.warn({ err: error, order: order.id, attempts: order.attempts }, 'the payment page could not be made');
      await write(({ trx }) => deferInvoice(trx, order.id, now() + pause));
    }
  };

  /** A notice may have come before the answer, so the page is kept whatever the status is by now. */
  const keep = (orderId: string, { paymentId, invoiceUrl }: Invoice): Promise<void> =>
    write(async (unit) => {
      const order = await findOrder(unit.trx, orderId);
      if (!order || order.invoice_url !== null) return;
      // The settings may name another provider than when the order was placed.
      const page = { payment_id: paymentId, invoice_url: invoiceUrl, provider: gateway.provider };
      if (!(await changes.setStatus(unit, order, 'waiting', page))) await changes.update(unit, order, page);
    });

  return {
    provider: gateway.provider,

    leaseEnd: () => now() + leaseMs,

    async make(orderId, origin) {
      const order = await findOrder(database.reader, orderId);
      if (order) await attempt(order, origin);
    },

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
      const takeUp = async (id: string): Promise<void> => {
        const order = await write(({ trx }) => claimInvoice(trx, id, now(), now() + leaseMs));
        if (order) await attempt(order, getOrigin());
      };
      await Promise.all(due.map(({ id }) => takeUp(id)));
    },
  };
}
