import type { AppContext } from '../app-context.ts';
import type { Route } from '../http/route.ts';
import type { Job } from '../jobs/job.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { createBtcPayGateway } from './btcpay-gateway.ts';
import { openDemoGateway } from './demo-gateway.ts';
import { createInvoiceMaker } from './invoice-maker.ts';
import type { InvoiceMaker } from './invoice-maker.ts';
import { createNowPaymentsGateway } from './nowpayments-gateway.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { createPaymentPoller } from './payment-poller.ts';
import type { PaymentPoller } from './payment-poller.ts';
import { createPaymentReports } from './payment-reports.ts';
import { createPaymentRoutes } from './payments.routes.ts';
import { createPayPageRoutes } from './simulator/pay-page.routes.ts';
import { createPaySimulator } from './simulator/pay-simulator.ts';
import type { PaySimulator } from './simulator/pay-simulator.ts';

/** The parts of the configured payment provider. */
export interface Payments {
  readonly routes: readonly Route[];
  readonly invoices: InvoiceMaker;
  readonly poller: PaymentPoller;
  readonly jobs: readonly Job[];
  /** Only in the demo, where it replaces a provider. */
  readonly simulator: PaySimulator | undefined;
}

export interface PaymentTimes {
  /** Between two runs of the invoice maker. */
  readonly jobIntervalMs: number;
  /** Between two rounds of the payment poller. */
  readonly pollIntervalMs: number;
  /** Between two steps of a payment in the simulator. */
  readonly simulatorStepMs: number;
}

export interface PaymentsOptions {
  readonly context: AppContext;
  readonly changes: OrderChanges;
  /** The public origin, and the URL under which the process reaches itself. */
  readonly getOrigin: () => string;
  readonly getOwnUrl: () => string;
  /** Pauses in ms. */
  readonly times: PaymentTimes;
  readonly steadyNow: () => number;
}

/** Builds the parts of the provider that the settings name; undefined when they name none. */
export async function createPayments(options: PaymentsOptions): Promise<Payments | undefined> {
  const { context, changes, getOrigin, getOwnUrl, times, steadyNow } = options;
  const { config, database, write, log, now } = context;
  const { provider, timeoutMs } = config.payments;

  if (provider.name !== 'demo' && provider.name !== 'none' && config.publicUrl === undefined) {
    log.warn('PUBLIC_URL is not set: the payment provider cannot send notices');
  }

  const build = (gateway: PaymentGateway, routes: readonly Route[], simulator?: PaySimulator): Payments => {
    const reports = createPaymentReports({ database, write, changes, log, now });
    const invoices = createInvoiceMaker({ database, write, changes, gateway, getOrigin, timeoutMs, log, now });
    const poller = createPaymentPoller({ database, write, gateway, reports, log, now, steadyNow });
    const schedule = { runsAtStart: true, lane: 'orders' };
    return {
      routes: [...createPaymentRoutes(gateway, reports, log), ...routes],
      invoices,
      poller,
      jobs: [
        { ...schedule, name: 'make-invoices', everyMs: times.jobIntervalMs, run: () => invoices.recover() },
        { ...schedule, name: 'poll-payments', everyMs: times.pollIntervalMs, run: () => poller.poll() },
      ],
      simulator,
    };
  };

  switch (provider.name) {
    case 'nowpayments':
      return build(createNowPaymentsGateway(provider.settings), []);
    case 'btcpay':
      return build(createBtcPayGateway(provider.settings, now), []);
    case 'demo': {
      const gateway = await openDemoGateway({ database, write, now });
      const simulator = createPaySimulator({ database, write, gateway, getOwnUrl, stepMs: times.simulatorStepMs, log });
      return build(gateway, createPayPageRoutes(simulator, now), simulator);
    }
    case 'none':
      return undefined;
  }
}
