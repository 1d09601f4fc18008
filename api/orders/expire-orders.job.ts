import { PAYMENT_STARTED_STATUSES } from '#contract/order-status.ts';
import type { Job } from '../jobs/job.ts';
import type { PaymentPoller } from '../payments/payment-poller.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import type { OrderChanges } from './order-changes.ts';
import { findOrder, listHeldOrders } from './order.repository.ts';
import { createReservationClock } from './reservation-clock.ts';

const MOVING: ReadonlySet<string> = new Set(PAYMENT_STARTED_STATUSES);

export interface ExpireOrdersJobOptions {
  readonly database: Database;
  readonly write: Write;
  readonly changes: OrderChanges;
  /** Undefined where nothing can be paid. */
  readonly poller: PaymentPoller | undefined;
  /** How much longer than the buyer is told an unpaid order holds its stock: the payment may have been made in the last second. */
  readonly graceMs: number;
  /** How long it does while money is on its way. */
  readonly movingMs: number;
  readonly everyMs: number;
  readonly now: () => number;
  readonly steadyNow: () => number;
}

/** Releases the stock of orders that were not paid in time. */
export function createExpireOrdersJob(options: ExpireOrdersJobOptions): Job {
  const { database, write, changes, poller, graceMs, movingMs, everyMs, now, steadyNow } = options;
  const clock = createReservationClock(now, steadyNow);

  /** Decides on the order as it is now: a notice may have come since it was listed. */
  const end = (id: string, status: string): Promise<void> =>
    write(async (unit) => {
      const order = await findOrder(unit.trx, id);
      if (order?.stock_state !== 'held' || order.status !== status) return;
      if (MOVING.has(status)) await changes.releaseStuck(unit, order);
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
        endsAt: expires_at + (MOVING.has(status) ? movingMs : graceMs),
      }));
      let canAsk = poller !== undefined;
      for (const { id, status } of clock.listEnded(held)) {
        // The last chance of a payment whose notices were lost; a provider that is down must not keep the stock of all.
        if (canAsk) canAsk = (await poller?.ask(id)) ?? false;
        await end(id, status);
      }
    },
  };
}
