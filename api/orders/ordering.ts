import type { AppContext } from '../app-context.ts';
import type { EnqueuePush } from '../push/push-messages.ts';
import { createCartService } from '../cart/cart.service.ts';
import { isOwnOrigin } from '../http/caller/own-origin.ts';
import type { Caller } from '../http/route.ts';
import type { ServerModule } from '../server-module.ts';
import { createMail } from '../mail/mail.ts';
import { createOrderMails, NO_MAILS } from '../mail/order-mails.ts';
import { createPayments } from '../payments/payments.ts';
import { createCheckout } from './checkout.service.ts';
import { createExpireOrdersJob } from './expire-orders.job.ts';
import { createOrderChanges } from './order-changes.ts';
import { createOrderExports } from '../audit/order-exports.ts';
import { createOrderReads } from '../audit/order-reads.ts';
import type { OrderChanges } from './order-changes.ts';
import { createOrders } from './orders.service.ts';
import type { Orders } from './orders.service.ts';
import { createOrderRoutes } from './orders.routes.ts';

const HOUR_MS = 3_600_000;

/** Timing of the background work. */
export interface OrderingTimes {
  /** Pause between two runs of the jobs. */
  readonly jobIntervalMs: number;
  /** Pause between two rounds of the payment poller. */
  readonly pollIntervalMs: number;
  /** How long after the reservation's end a payment may be pending before its order's stock is released. */
  readonly pendingMs: number;
  /** Pause between two steps of a payment in the simulator. */
  readonly simulatorStepMs: number;
}

const DEFAULT_TIMES: OrderingTimes = {
  jobIntervalMs: 3_000,
  pollIntervalMs: 10_000,
  pendingMs: 24 * HOUR_MS,
  simulatorStepMs: 700,
};

/** Orders with their endpoints, payments and jobs. */
export interface Ordering extends ServerModule {
  readonly orders: Orders;
  readonly changes: OrderChanges;
}

export interface OrderingParts {
  readonly context: AppContext;
  /** Missing times have their defaults. */
  readonly times: Partial<OrderingTimes>;
  readonly enqueuePush: EnqueuePush;
  /** The public origin, and the URL under which the process reaches itself. */
  readonly getOrigin: () => string;
  readonly getOwnUrl: () => string;
}

export async function createOrdering(parts: OrderingParts): Promise<Ordering> {
  const { context, enqueuePush, getOrigin, getOwnUrl } = parts;
  const times = { ...DEFAULT_TIMES, ...parts.times };
  const { config, database, history, sizes, write, stock, now } = context;
  const steadyNow = (): number => performance.now();
  const mails = config.mail === undefined ? NO_MAILS : createOrderMails(now);
  const changes = createOrderChanges({ stock, enqueuePush, mails, now });
  const mail = createMail({ context, changes, getOrigin, everyMs: times.jobIntervalMs });
  const orders = createOrders({ write, changes, now });
  const payments = await createPayments({
    context,
    changes,
    getOrigin,
    getOwnUrl,
    times,
    steadyNow,
  });
  const expireOrders = createExpireOrdersJob({
    database,
    write,
    changes,
    poller: payments?.poller,
    graceMs: config.payments.graceMs,
    pendingMs: times.pendingMs,
    everyMs: times.jobIntervalMs,
    now,
    steadyNow,
  });
  const checkout = createCheckout({
    database,
    write,
    stock,
    invoices: payments?.invoices,
    mails,
    cart: createCartService(now),
    reservationMs: config.payments.reservationMs,
    maxUnpaidUnits: config.payments.maxUnpaidUnits,
    now,
  });
  /** The origin under which the buyer's browser reaches this server; the session is bound to it. */
  const originOf = (request: Caller['request']): string => {
    const { origin } = request.headers;
    return config.publicUrl ?? (origin !== undefined && isOwnOrigin(request, undefined) ? origin : getOrigin());
  };

  return {
    routes: [
      ...createOrderRoutes({
        database,
        history,
        sizes,
        write,
        checkout,
        orders,
        adminUserIds: config.adminUserIds,
        noteRead: createOrderReads(context),
        noteExport: createOrderExports(context),
        originOf,
      }),
      ...(payments?.routes ?? []),
      ...mail.routes,
    ],
    orders,
    changes,
    jobs: [...(payments?.jobs ?? []), expireOrders, ...mail.jobs],
    async start() {
      await payments?.simulator?.resume();
    },
    async stop() {
      await Promise.all([mail.close(), payments?.simulator?.stop()]);
    },
  };
}
