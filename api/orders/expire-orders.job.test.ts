import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import type { Job } from '../jobs/job.ts';
import { createPaymentPoller } from '../payments/payment-poller.ts';
import type { PaymentPoller } from '../payments/payment-poller.ts';
import { createPaymentReports } from '../payments/payment-reports.ts';
import type { PaymentReports } from '../payments/payment-reports.ts';
import { createBtcPayGateway } from '../payments/btcpay-gateway.ts';
import { BTCPAY_SETTINGS, btcPayEnv, startFakeBtcPay } from '../payments/testing/fake-btcpay.ts';
import type { FakeInvoice, FakeProvider } from '../payments/testing/fake-provider.ts';
import { purchaseOf, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { createRandom } from '../testing/random.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createExpireOrdersJob } from './expire-orders.job.ts';
import { ATTENTION } from '#contract/orders/order-attention.ts';
import { createOrderChanges } from './order-changes.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { NO_PUSH } from '../push/push-messages.ts';

const MINUTE_MS = 60_000;

let provider: FakeProvider;
let app: TestApp;
let alice: Buyer;
let invoice: FakeInvoice;
let wall: number;
let steady: number;
let expireOrders: Job;
let poller: PaymentPoller;
let reports: PaymentReports;

/** The server's own jobs are idle; these tests run jobs with clocks that they control. */
beforeEach(async () => {
  provider = await startFakeBtcPay();
  app = await startOrderApp(3, {
    orderingTimes: { jobIntervalMs: 3_600_000, pollIntervalMs: 3_600_000 },
    env: {
      ...btcPayEnv(provider),
    },
  });
  alice = await signInBuyer(app, 'alice');
  await alice.buy(purchaseOf(alice.sub, 2));
  [invoice] = provider.invoices as [FakeInvoice];

  const { database, write, stock, log } = app.context;
  wall = Date.now();
  steady = 0;
  const now = (): number => wall;
  const steadyNow = (): number => steady;
  const changes = createOrderChanges({ mails: NO_MAILS, stock, now, enqueuePush: NO_PUSH });
  reports = createPaymentReports({ database, write, changes, log, now });
  const gateway = createBtcPayGateway({ ...BTCPAY_SETTINGS, url: provider.url }, now);
  poller = createPaymentPoller({ database, write, gateway, reports, log, now, steadyNow });
  const times = { graceMs: 10 * MINUTE_MS, pendingMs: 1_440 * MINUTE_MS, everyMs: 3_000 };
  expireOrders = createExpireOrdersJob({ database, write, changes, poller, ...times, now, steadyNow });
  await expireOrders.run();
});
afterEach(async () => {
  await app.stop();
  await provider.close();
});

const pass = (minutes: number): void => {
  wall += minutes * MINUTE_MS;
  steady += minutes * MINUTE_MS;
};
const statusOf = async (): Promise<string | undefined> => (await alice.orders())[0]?.payment_status;

const HELD = { available: 1, reserved: 2, sold: 0 };
const FREE = { available: 3, reserved: 0, sold: 0 };

describe('the expiry of orders', () => {
  it('releases the stock of an unpaid order after its reservation and the grace time', async () => {
    pass(39);
    await expireOrders.run();
    expect([await statusOf(), (await readStock(app)).counters]).toEqual(['waiting', HELD]);
    pass(1.1);
    await expireOrders.run();
    expect(await statusOf()).toBe('expired');
    expect(await readStock(app)).toEqual({ counters: FREE, ledger: FREE });
    await expireOrders.run();
    expect((await readStock(app)).counters).toEqual(FREE);
  });

  it('[MONEY5] expires nothing early when the clock jumps by an hour', async () => {
    wall += 60 * MINUTE_MS;
    await expireOrders.run();
    expect(await statusOf()).toBe('waiting');
    wall -= 120 * MINUTE_MS;
    await expireOrders.run();
    expect(await statusOf()).toBe('waiting');
  });

  it('checks with the provider first, so that a payment whose notices were lost counts', async () => {
    invoice.status = 'finished';
    pass(41);
    await expireOrders.run();
    expect(await statusOf()).toBe('finished');
    expect((await readStock(app)).counters).toEqual({ available: 1, reserved: 0, sold: 2 });
  });

  it('waits longer while a payment is pending, then flags the order for attention', async () => {
    invoice.status = 'confirming';
    pass(41);
    await expireOrders.run();
    expect([await statusOf(), (await readStock(app)).counters]).toEqual(['confirming', HELD]);
    pass(1_440);
    await expireOrders.run();
    expect([await statusOf(), (await readStock(app)).counters]).toEqual(['confirming', FREE]);
    const row = await app.context.database.reader.selectFrom('purchase').select('needs_attention').executeTakeFirst();
    expect(row).toEqual({ needs_attention: ATTENTION.stuckPayment });
  });

  const reportPaid = (status: string, paidShare?: number, chargeId: string | null = null) =>
    reports.apply('btcpay', {
      orderId: invoice.orderId,
      status,
      amount: 2_500 as Cents,
      currency: 'USD',
      chargeId,
      paidShare,
    });
  const attention = async () =>
    (await app.context.database.reader.selectFrom('purchase').select('needs_attention').executeTakeFirst())
      ?.needs_attention;

  it.each([
    ['partially_paid', undefined],
    ['partially_paid', 0.9],
    ['confirming', 0.5],
  ])('[STOCK7] releases the stock of a %s order (paid share: %s) when its invoice ends', async (status, paidShare) => {
    await reportPaid(status, paidShare);
    // The provider reports nothing more.
    provider.behaviour.fails = 'error';
    pass(29);
    await expireOrders.run();
    expect((await readStock(app)).counters).toEqual(HELD);
    pass(1.1);
    await expireOrders.run();
    expect([await statusOf(), await attention()]).toEqual([status, ATTENTION.partReleased]);
    expect(await readStock(app)).toEqual({ counters: FREE, ledger: FREE });

    // The rest arrives late: the order takes its units again.
    await reportPaid('finished', 1);
    expect([await statusOf(), await attention()]).toEqual(['finished', '']);
    expect((await readStock(app)).counters).toEqual({ available: 1, reserved: 0, sold: 2 });
  });

  it('[STOCK7] keeps the stock of a part payment once the rest has arrived', async () => {
    await reportPaid('confirming', 0.5);
    await reportPaid('confirming', 1);
    provider.behaviour.fails = 'error';
    pass(41);
    await expireOrders.run();
    expect((await readStock(app)).counters).toEqual(HELD);
  });

  it('[STOCK7] releases the stock at once when only a few cents turn out to be paid', async () => {
    await reportPaid('confirming');
    expect((await readStock(app)).counters).toEqual(HELD);
    await reportPaid('confirming', 0.01);
    provider.behaviour.fails = 'error';
    await expireOrders.run();
    expect([await statusOf(), await attention()]).toEqual(['confirming', ATTENTION.partReleased]);
    expect((await readStock(app)).counters).toEqual(FREE);
  });

  it('[STOCK7] releases nothing for a few cents while another payment of the whole price is in flight', async () => {
    await reportPaid('confirming', 1, 'first');
    await reportPaid('partially_paid', 0.01, 'second');
    expect([await statusOf(), (await readStock(app)).counters]).toEqual(['partially_paid', HELD]);
    await reportPaid('finished', 1, 'first');
    expect((await readStock(app)).counters).toEqual({ available: 1, reserved: 0, sold: 2 });
  });

  it('[fault 19] at the moment of a notice keeps the payment and every unit in one state', async () => {
    pass(41);
    const orderId = invoice.orderId;
    const paid = { orderId, status: 'finished', amount: 2_500 as Cents, currency: 'USD', chargeId: null };
    await Promise.all([
      expireOrders.run(),
      reports.apply('btcpay', paid),
      expireOrders.run(),
      reports.apply('btcpay', paid),
    ]);
    expect(await statusOf()).toBe('finished');
    const sold = { available: 1, reserved: 0, sold: 2 };
    expect(await readStock(app)).toEqual({ counters: sold, ledger: sold });
  });

  it.each([1, 2, 3, 4, 5, 6])(
    '[fault 11] leads to the same result with repeated, reordered and late notices (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const statuses = ['waiting', 'confirming', 'confirmed', 'sending', 'finished', 'expired'];
      const notices = statuses
        .flatMap((status) => Array.from({ length: 10 }, () => status))
        .map((status) => ({ status, place: random() }))
        .toSorted((a, b) => a.place - b.place);
      // The provider cannot be reached, so only its notices report the payment.
      provider.behaviour.fails = 'error';
      for (const { status } of notices) {
        await reports.apply('btcpay', {
          orderId: invoice.orderId,
          status,
          amount: 2_500 as Cents,
          currency: 'USD',
          chargeId: null,
        });
        if (random() < 0.5) pass(Math.floor((random() * 3 * 1_440) / 30));
        await expireOrders.run();
      }
      pass(3 * 1_440);
      await expireOrders.run();
      expect(await statusOf()).toBe('finished');
      const sold = { available: 1, reserved: 0, sold: 2 };
      expect(await readStock(app)).toEqual({ counters: sold, ledger: sold });
    },
  );

  it('expires orders while the provider is down', async () => {
    provider.behaviour.fails = 'error';
    pass(41);
    await expireOrders.run();
    expect(await statusOf()).toBe('expired');
  });
});

describe('the poller', () => {
  it('finds a payment whose notices were lost, not before its interval has passed', async () => {
    await poller.poll();
    invoice.status = 'finished';
    pass(0.4);
    await poller.poll();
    expect(await statusOf()).toBe('waiting');
    pass(0.2);
    await poller.poll();
    expect(await statusOf()).toBe('finished');
  });

  it('after a start, checks old orders, which may have been paid while the server was off', async () => {
    await poller.poll();
    provider.behaviour.fails = 'error';
    pass(41);
    await expireOrders.run();
    provider.behaviour.fails = undefined;
    pass(30 * 1_440);
    invoice.status = 'finished';
    const { database, write, log } = app.context;
    const gateway = createBtcPayGateway({ ...BTCPAY_SETTINGS, url: provider.url }, () => wall);
    const times = { now: () => wall, steadyNow: () => steady };
    const later = createPaymentPoller({ database, write, gateway, reports, log, ...times });
    provider.behaviour.fails = 'error';
    await later.poll();
    expect(await statusOf()).toBe('expired');
    provider.behaviour.fails = undefined;
    pass(360);
    await later.poll();
    expect(await statusOf()).toBe('finished');
  });

  it('[MONEY7] finds a payment that the merchant accepts after it had failed', async () => {
    await poller.poll();
    invoice.state = 'Invalid/None';
    pass(1);
    await poller.poll();
    expect(await statusOf()).toBe('failed');
    invoice.state = 'Settled/Marked';
    pass(11);
    await poller.poll();
    expect(await statusOf()).toBe('finished');
  });

  it('finds a payment after the order has expired', async () => {
    provider.behaviour.fails = 'error';
    pass(41);
    await expireOrders.run();
    expect(await statusOf()).toBe('expired');
    provider.behaviour.fails = undefined;
    invoice.status = 'finished';
    await poller.poll();
    pass(10);
    await poller.poll();
    expect(await statusOf()).toBe('finished');
    expect((await readStock(app)).counters).toEqual({ available: 1, reserved: 0, sold: 2 });
  });

  it('checks every order in turn, even when there are more orders than one round checks', async () => {
    const { database, write, log } = app.context;
    const row = await database.reader.selectFrom('purchase').selectAll().executeTakeFirstOrThrow();
    const ids = Array.from({ length: 100 }, (_, number) => `ord_copy${number}`);
    await write(async ({ trx }) => {
      for (const id of ids) {
        await trx
          .insertInto('purchase')
          .values({ ...row, id, payment_id: id, stock_state: 'free' })
          .execute();
      }
    });
    const checked = new Set<string>();
    const gateway = {
      ...createBtcPayGateway({ ...BTCPAY_SETTINGS, url: provider.url }, () => wall),
      readPayment: async ({ orderId }: { orderId: string }) => void checked.add(orderId),
    };
    const own = createPaymentPoller({
      database,
      write,
      gateway,
      reports,
      log,
      now: () => wall,
      steadyNow: () => steady,
    });
    for (let round = 0; round < 12; round += 1) {
      await own.poll();
      pass(0.2);
    }
    expect(ids.filter((id) => !checked.has(id))).toEqual([]);
  });
});
