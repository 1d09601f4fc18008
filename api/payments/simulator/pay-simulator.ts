import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../storage/database.ts';
import { NO_LANES } from '../../storage/lanes.ts';
import type { Write } from '../../storage/write-unit.ts';
import type { DemoGateway } from '../demo-gateway.ts';
import { advanceDemoInvoice, findDemoInvoice, listMovingDemoInvoices } from './demo-invoice.repository.ts';
import type { DemoInvoice } from './demo-invoice.repository.ts';
import { findNextStatus, MOVING_STATUSES, paidAt, PAY_ACTIONS } from './pay-steps.ts';
import type { PayAction } from './pay-steps.ts';

const NOTICE_TIMEOUT_MS = 5_000;
/** Pause before a failed step is retried. */
const RETRY_MS = 5_000;

/** Simulates a provider: its invoices advance step by step, and each step sends a signed notice. */
export interface PaySimulator {
  find(invoiceId: string): Promise<DemoInvoice | undefined>;
  /** Starts the chosen action if the invoice still waits for one. */
  choose(invoiceId: string, action: PayAction): Promise<void>;
  /** Continues payments that were pending when the server stopped. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface PaySimulatorOptions {
  readonly database: Database;
  readonly write: Write;
  readonly gateway: DemoGateway;
  /** The URL of this server: notices are sent over HTTP like those of a real provider. */
  readonly getOwnUrl: () => string;
  readonly stepMs: number;
  readonly log: Logger;
}

export function createPaySimulator(options: PaySimulatorOptions): PaySimulator {
  const { database, write, gateway, getOwnUrl, stepMs, log } = options;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const sendNotice = async (invoice: DemoInvoice): Promise<void> => {
    const { body, headers } = gateway.signNotice(invoice);
    const response = await fetch(`${getOwnUrl()}/api/payments/${gateway.provider}/notices`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(NOTICE_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`notice answered with status ${response.status}`);
  };

  const advance = (invoice: DemoInvoice, status: string): Promise<DemoInvoice | undefined> =>
    write(({ trx }) => advanceDemoInvoice(trx, invoice, { status, paid_cents: paidAt(status, invoice) }), NO_LANES);

  /** Advances with retries, so that a full disk only delays a payment. */
  const advanceWithRetries = async (invoice: DemoInvoice, status: string): Promise<DemoInvoice | undefined> => {
    for (;;) {
      try {
        return await advance(invoice, status);
      } catch (error) {
        log.warn({ err: error, invoice: invoice.id }, 'payment simulator: step failed, retrying');
        await delay(RETRY_MS, undefined, { signal: stopping.signal });
      }
    }
  };

  /** Sends the current status and advances from there. */
  const advanceToEnd = async (start: DemoInvoice): Promise<void> => {
    let current: DemoInvoice | undefined = start;
    while (current) {
      // A failed notice is not repeated, as if a real provider's notice got lost: later notices or the poller make up for it.
      await sendNotice(current).catch((error: unknown) =>
        log.warn({ err: error }, 'payment simulator: sending a notice failed'),
      );
      const next = findNextStatus(current.status);
      if (next === undefined) return;
      await delay(stepMs, undefined, { signal: stopping.signal });
      current = await advanceWithRetries(current, next);
    }
  };

  const run = (invoice: DemoInvoice): void => {
    const done = advanceToEnd(invoice)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'payment simulator failed');
      })
      .finally(() => running.delete(done));
    running.add(done);
  };

  return {
    find: (invoiceId) => findDemoInvoice(database.reader, 'id', invoiceId),

    async choose(invoiceId, action) {
      const invoice = await findDemoInvoice(database.reader, 'id', invoiceId);
      if (invoice?.status !== 'waiting') return;
      const started = await advance(invoice, PAY_ACTIONS[action].first);
      if (started) run(started);
    },

    async resume() {
      for (const invoice of await listMovingDemoInvoices(database.reader, MOVING_STATUSES)) run(invoice);
    },

    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
