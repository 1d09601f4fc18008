import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import { createPaymentReports } from '../payments/payment-reports.ts';
import type { PaymentReports } from '../payments/payment-reports.ts';
import { btcPayEnv, startFakeBtcPay } from '../payments/testing/fake-btcpay.ts';
import type { FakeInvoice, FakeProvider } from '../payments/testing/fake-provider.ts';
import {
  CAMERA_ID,
  CAMERA_PRICE,
  purchaseOf,
  readStock,
  signInBuyer,
  startOrderApp,
} from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createAdministrator } from '../testing/clients/administrator.ts';
import type { Administrator } from '../testing/clients/administrator.ts';
import { ATTENTION } from '#contract/orders/order-attention.ts';
import { createOrderChanges } from './order-changes.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { createExpireOrdersJob } from './expire-orders.job.ts';
import { NO_PUSH } from '../push/push-messages.ts';

const HOUR_MS = 3_600_000;

let provider: FakeProvider;
let app: TestApp;
let alice: Buyer;
let admin: Administrator;
let invoice: FakeInvoice;
let reports: PaymentReports;
let expire: () => Promise<void>;

/** Three cameras in stock, two of them reserved by an order. The server's own jobs are idle. */
beforeEach(async () => {
  provider = await startFakeBtcPay();
  app = await startOrderApp(3, {
    orderingTimes: { jobIntervalMs: HOUR_MS, pollIntervalMs: HOUR_MS },
    env: { ...btcPayEnv(provider) },
  });
  alice = await signInBuyer(app, 'alice');
  admin = await createAdministrator(app);
  await alice.buy(purchaseOf(alice.sub, 2));
  [invoice] = provider.invoices as [FakeInvoice];

  const { database, write, stock, log } = app.context;
  const clock = { wall: Date.now(), steady: 0 };
  const now = (): number => clock.wall;
  const steadyNow = (): number => clock.steady;
  const changes = createOrderChanges({ mails: NO_MAILS, stock, now, enqueuePush: NO_PUSH });
  reports = createPaymentReports({ database, write, changes, log, now });
  const times = { graceMs: 0, pendingMs: HOUR_MS, everyMs: HOUR_MS };
  const job = createExpireOrdersJob({ database, write, changes, poller: undefined, ...times, now, steadyNow });
  await job.run();
  expire = async () => {
    clock.wall += HOUR_MS;
    clock.steady += HOUR_MS;
    await job.run();
  };
});
afterEach(async () => {
  await app.stop();
  await provider.close();
});

const report = (status: string) =>
  reports.apply('btcpay', {
    orderId: invoice.orderId,
    status,
    amount: (2 * CAMERA_PRICE * 100) as Cents,
    currency: 'USD',
    chargeId: null,
  });
const readOrder = () =>
  app.context.database.reader
    .selectFrom('purchase')
    .select(['status', 'stock_state', 'needs_attention'])
    .executeTakeFirst();
const remove = () => admin.call('DELETE', `/api/delete-product/ayz/${CAMERA_ID}`);
const restore = () => admin.call('POST', `/api/restore-product/ayz/${CAMERA_ID}`);
const expectStock = async (available: number, reserved: number, sold: number): Promise<void> => {
  const counters = { available, reserved, sold };
  expect(await readStock(app)).toEqual({ counters, ledger: counters });
};

const OTHER = {
  title: 'Tripod',
  main_category: 'Photo',
  category: 'Stands',
  good_condition_price: String(CAMERA_PRICE),
  good_condition_available_quantity: '1',
};
const WAYS = {
  'by hand': () => admin.call('POST', '/api/add-product?shop=ayz', { ...OTHER, id: CAMERA_ID }),
  'by import': () =>
    admin.call('POST', '/api/import-products?shop=ayz', {
      rows: [{ ...OTHER, id: String(CAMERA_ID) }],
      dryRun: false,
    }),
};

describe.each(Object.entries(WAYS))('[STOCK4] an id that is reused %s', (_way, add) => {
  beforeEach(async () => {
    await remove();
    expect((await add()).status).toBe(200);
  });

  it('starts with no unit reserved or sold', async () => {
    await expectStock(1, 0, 0);
  });

  it('gains no unit when an order of the earlier product expires', async () => {
    await expire();
    expect(await readOrder()).toMatchObject({ status: 'expired', stock_state: 'free' });
    await expectStock(1, 0, 0);
  });

  it('gains and loses no unit when an order of the earlier product is paid and refunded', async () => {
    await report('finished');
    await expectStock(1, 0, 0);
    await report('refunded');
    expect(await readOrder()).toMatchObject({ status: 'refunded', stock_state: 'free' });
    await expectStock(1, 0, 0);
  });

  it('loses no unit to a late payment for the earlier product, which sells its own released units', async () => {
    await expire();
    await report('finished');
    expect(await readOrder()).toEqual({ status: 'finished', stock_state: 'sold', needs_attention: '' });
    await expectStock(1, 0, 0);
  });
});

it.each(Object.entries(WAYS))(
  '[STOCK4] a late payment for units that left the stock with a deleted product is flagged, even if its id was reused %s',
  async (_way, add) => {
    await expire();
    await remove();
    await add();
    await app.context.products.saveProducts('ayz', [
      { id: CAMERA_ID, fields: { good_condition_available_quantity: '9' } },
    ]);
    await report('finished');
    expect(await readOrder()).toEqual({
      status: 'finished',
      stock_state: 'free',
      needs_attention: ATTENTION.latePayment,
    });
    await expectStock(9, 0, 0);
  },
);

describe('[STOCK4] a restored product', () => {
  it('has the units that were released while it was deleted', async () => {
    await remove();
    await expire();
    await restore();
    await expectStock(3, 0, 0);
  });

  it('has the units that were returned while it was deleted', async () => {
    await report('finished');
    await remove();
    await report('refunded');
    await restore();
    await expectStock(3, 0, 0);
  });

  it('lacks the units that a late payment took while it was deleted', async () => {
    await remove();
    await expire();
    await report('finished');
    expect(await readOrder()).toMatchObject({ stock_state: 'sold', needs_attention: '' });
    await restore();
    await expectStock(1, 0, 2);
    await report('refunded');
    await expectStock(3, 0, 0);
  });

  it('has not sold the units that left the stock with its deletion, even if a late payment came meanwhile', async () => {
    await expire();
    await remove();
    await report('finished');
    expect(await readOrder()).toMatchObject({ stock_state: 'free', needs_attention: ATTENTION.latePayment });
    await restore();
    await expectStock(3, 0, 0);
  });

  it('can be deleted and restored again and again', async () => {
    await remove();
    await expire();
    await restore();
    await remove();
    await restore();
    await expectStock(3, 0, 0);
  });
});
