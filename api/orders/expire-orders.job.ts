import { PAYMENT_STARTED_STATUSES } from '#contract/orders/order-status.ts';
import type { Job } from '../jobs/job.ts';
import type { PaymentPoller } from '../payments/payment-poller.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import type { OrderChanges } from './order-changes.ts';
import { findOrderLanes } from './order-lanes.ts';
import { findOrder } from './order.repository.ts';
import { listHeldOrders } from './unpaid-orders.repository.ts';
import type { OrderRow } from './order.repository.ts';
import { holdOf } from './order-status.ts';
import type { Hold } from './order-status.ts';
import { createReservationClock } from './reservation-clock.ts';

const PAYMENT_STARTED: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);

export interface ExpireOrdersJobOptions {
  readonly database: Database;
  readonly write: Write;
  readonly changes: OrderChanges;
  /** Undefined without a payment provider. */
  readonly poller: PaymentPoller | undefined;
  /** How much longer than shown to the buyer an unpaid order holds its stock: the payment may have been made in the last second. */
  readonly graceMs: number;
  /** How much longer than shown an order holds its stock while a payment of the whole price is pending. */
  readonly pendingMs: number;
  readonly everyMs: number;
  readonly now: () => number;
  readonly steadyNow: () => number;
}

/** Releases the stock of orders that were not paid, or not in full, in time. */
export function createExpireOrdersJob(options: ExpireOrdersJobOptions): Job {
  const { database, write, changes, poller, graceMs, pendingMs, everyMs, now, steadyNow } = options;
  const clock = createReservationClock(now, steadyNow);
  const extraMs = { invoice: 0, reservation: graceMs, pending: pendingMs } as const;

  /** When an order gives its units back, in ms. */
  const endOf = (order: Pick<OrderRow, 'created_at' | 'expires_at'>, hold: Hold): number =>
    hold === 'none' ? order.created_at : order.expires_at + extraMs[hold];

  /** Reads the order again: a notice may have arrived since it was listed. */
  const expire = (id: string, hold: Hold): Promise<void> =>
    write(
      async (unit) => {
        const order = await findOrder(unit.trx, id);
        if (order?.stock_state !== 'held' || holdOf(order.status, order.paid_share) !== hold) return;
        if (PAYMENT_STARTED.has(order.status)) await changes.releaseStarted(unit, order);
        else await changes.setStatus(unit, order, 'expired');
      },
      () => findOrderLanes(database.reader, id),
    );

  return {
    name: 'expire-orders',
    everyMs,
    runsAtStart: true,
    lane: 'orders',
    async run() {
      const held = (await listHeldOrders(database.reader)).map((order) => {
        const hold = holdOf(order.status, order.paid_share);
        return { id: order.id, hold, placedAt: order.created_at, endsAt: endOf(order, hold) };
      });
      let canCheck = poller !== undefined;
      for (const { id, hold } of clock.listEnded(held)) {
        // The last chance to find a payment whose notices were lost. A provider that is down must not delay the release of stock.
        if (canCheck) canCheck = (await poller?.check(id)) ?? false;
        await expire(id, hold);
      }
    },
  };
}
