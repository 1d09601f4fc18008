import type { AppContext } from '../app-context.ts';
import type { Route } from '../http/route.ts';
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

/** What takes the money of orders. */
export interface Payments {
  readonly routes: readonly Route[];
  readonly invoices: InvoiceMaker;
  readonly poller: PaymentPoller;
  /** Only where the demo stands in for a provider. */
  readonly simulator: PaySimulator | undefined;
}

export interface PaymentsOptions {
  readonly context: AppContext;
  readonly changes: OrderChanges;
  /** Own origin as others know it, and where the process itself is reached. */
  readonly getOrigin: () => string;
  readonly getOwnUrl: () => string;
  readonly simulatorStepMs: number;
  readonly steadyNow: () => number;
}

/** Builds what belongs to the provider that the settings name; undefined when they name none. */
export async function createPayments(options: PaymentsOptions): Promise<Payments | undefined> {
  const { context, changes, getOrigin, getOwnUrl, simulatorStepMs, steadyNow } = options;
  const { config, database, write, log, now } = context;
  const { provider, timeoutMs } = config.payments;

  if (provider.name !== 'demo' && provider.name !== 'none' && config.publicUrl === undefined) {
    log.warn('without PUBLIC_URL the payment provider does not know where to send its notices');
  }

  const build = (gateway: PaymentGateway, routes: readonly Route[], simulator?: PaySimulator): Payments => {
    const reports = createPaymentReports({ write, changes, log, now });
    return {
      routes: [...createPaymentRoutes(gateway, reports, log), ...routes],
      invoices: createInvoiceMaker({ database, write, changes, gateway, getOrigin, timeoutMs, log, now }),
      poller: createPaymentPoller({ database, gateway, reports, log, now, steadyNow }),
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
      const simulator = createPaySimulator({ database, write, gateway, getOwnUrl, stepMs: simulatorStepMs, log });
      return build(gateway, createPayPageRoutes(simulator, now), simulator);
    }
    case 'none':
      return undefined;
  }
}
