import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../storage/database.ts';
import type { Write } from '../../storage/write-unit.ts';
import type { DemoGateway } from '../demo-gateway.ts';
import { advanceDemoInvoice, findDemoInvoice, listMovingDemoInvoices } from './demo-invoice.repository.ts';
import type { DemoInvoice } from './demo-invoice.repository.ts';
import { findNextStatus, MOVING_STATUSES, paidAt, PAY_ACTIONS } from './pay-steps.ts';
import type { PayAction } from './pay-steps.ts';

const NOTICE_TIMEOUT_MS = 5_000;
/** Pause before a step that could not be kept is tried again. */
const AGAIN_MS = 5_000;

/** What happens at the pretended provider: its invoices move on step by step, and each step is told by a signed notice. */
export interface PaySimulator {
  find(invoiceId: string): Promise<DemoInvoice | undefined>;
  /** Starts what a visitor chose, if the invoice still waits for it. */
  choose(invoiceId: string, action: PayAction): Promise<void>;
  /** Goes on with payments that were on their way when the server stopped. */
  resume(): Promise<void>;
  /** Stops between two steps. */
  stop(): Promise<void>;
}

export interface PaySimulatorOptions {
  readonly database: Database;
  readonly write: Write;
  readonly gateway: DemoGateway;
  /** Where this server is reached: notices travel over HTTP like those of a real provider. */
  readonly getOwnUrl: () => string;
  readonly stepMs: number;
  readonly log: Logger;
}

export function createPaySimulator(options: PaySimulatorOptions): PaySimulator {
  const { database, write, gateway, getOwnUrl, stepMs, log } = options;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const tell = async (invoice: DemoInvoice): Promise<void> => {
    const { body, headers } = gateway.signNotice(invoice);
    const response = await fetch(`${getOwnUrl()}/api/payments/${gateway.provider}/notices`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(NOTICE_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The notice was answered with ${response.status}`);
  };

  const advance = (invoice: DemoInvoice, status: string): Promise<DemoInvoice | undefined> =>
    write(({ trx }) => advanceDemoInvoice(trx, invoice, { status, paid_cents: paidAt(status, invoice) }));

  /** As above, as often as it takes: a disk that is full for a while is no reason for a payment to stand still. */
  const advanceAtLast = async (invoice: DemoInvoice, status: string): Promise<DemoInvoice | undefined> => {
    for (;;) {
      try {
        return await advance(invoice, status);
      } catch (error) {
        log.warn({ err: error }, 'a step of the simulator is tried again');
        await delay(AGAIN_MS, undefined, { signal: stopping.signal });
      }
    }
  };

  /** Tells of the present status and walks on from there. */
  const walk = async (start: DemoInvoice): Promise<void> => {
    let current: DemoInvoice | undefined = start;
    while (current) {
      // A lost notice is like one of a real provider: later ones, or the poller, make up for it.
      await tell(current).catch((error: unknown) => log.warn({ err: error }, 'a notice of the simulator was lost'));
      const next = findNextStatus(current.status);
      if (next === undefined) return;
      await delay(stepMs, undefined, { signal: stopping.signal });
      current = await advanceAtLast(current, next);
    }
  };

  const run = (invoice: DemoInvoice): void => {
    const done = walk(invoice)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'the pay simulator failed');
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
