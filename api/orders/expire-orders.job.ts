import { PAYMENT_STARTED_STATUSES } from '#contract/order-status.ts';
import type { Job } from '../jobs/job.ts';
import type { PaymentPoller } from '../payments/payment-poller.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import type { OrderChanges } from './order-changes.ts';
import { findOrder, listHeldOrders } from './order.repository.ts';
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
  /** How much longer it does while a payment is pending. */
  readonly pendingMs: number;
  readonly everyMs: number;
  readonly now: () => number;
  readonly steadyNow: () => number;
}

/** Releases the stock of orders that were not paid in time. */
export function createExpireOrdersJob(options: ExpireOrdersJobOptions): Job {
  const { database, write, changes, poller, graceMs, pendingMs, everyMs, now, steadyNow } = options;
  const clock = createReservationClock(now, steadyNow);

  /** Reads the order again: a notice may have arrived since it was listed. */
  const expire = (id: string, status: string): Promise<void> =>
    write(async (unit) => {
      const order = await findOrder(unit.trx, id);
      if (order?.stock_state !== 'held' || order.status !== status) return;
      if (PAYMENT_STARTED.has(status)) await changes.releaseStuck(unit, order);
      else await changes.setStatus(unit, order, 'expired');
    });

  return {
    name: 'expire-orders',
    everyMs,
    runsAtStart: true,
    lane: 'orders',
    async run() {
      const held = (await listHeldOrders(database.reader)).map(({ id, status, created_at, expires_at }) => ({
        id,
        status,
        placedAt: created_at,
        endsAt: expires_at + (PAYMENT_STARTED.has(status) ? pendingMs : graceMs),
      }));
      let canCheck = poller !== undefined;
      for (const { id, status } of clock.listEnded(held)) {
        // The last chance of a payment whose notices were lost. A provider that is down must not delay the release of stock.
        if (canCheck) canCheck = (await poller?.check(id)) ?? false;
        await expire(id, status);
      }
    },
  };
}
