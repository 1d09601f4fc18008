import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentReport } from '../payments/payment-gateway.ts';
import type { Cents } from '#contract/money/money.ts';
import { localeOf } from '../messages/locale.ts';
import { createPaymentReports } from '../payments/payment-reports.ts';
import type { PaymentReports } from '../payments/payment-reports.ts';
import {
  CAMERA_PRICE,
  purchaseOf,
  readStock,
  signInBuyer,
  startOrderApp,
  stockCameras,
} from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { json } from '../testing/clients/send.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { ATTENTION } from '#contract/orders/order-attention.ts';
import { createOrderChanges } from './order-changes.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { findOrder } from './order.repository.ts';
import { property } from '../testing/hostile/fuzz.ts';

const UNITS = 4;
let app: TestApp;
let alice: Buyer;
let bob: Buyer;
let reports: PaymentReports;
let pushed: string[];

beforeEach(async () => {
  app = await startOrderApp(UNITS);
  alice = await signInBuyer(app, 'alice');
  bob = await signInBuyer(app, 'bob');
  pushed = [];
  const { write, stock, log, now } = app.context;
  const changes = createOrderChanges({
    mails: NO_MAILS,
    stock,
    now,
    enqueuePush: (_unit, sub, compose) => {
      const { title, path } = compose(localeOf('en'));
      pushed.push(`${sub}: ${title} ${path}`);
      return Promise.resolve();
    },
  });
  reports = createPaymentReports({ database: app.context.database, write, changes, log, now });
});
afterEach(() => app.stop());

const place = async (buyer: Buyer, quantity = 1): Promise<string> => {
  const reply = await buyer.buy(purchaseOf(buyer.sub, quantity), crypto.randomUUID());
  return (json(reply)['order'] as { id: string }).id;
};

const report = (orderId: string, status: string, more: Partial<PaymentReport> = {}) =>
  reports.apply('demo', {
    orderId,
    status,
    amount: (CAMERA_PRICE * 100) as Cents,
    currency: 'USD',
    chargeId: null,
    ...more,
  });

const read = async (id: string) => {
  const order = await findOrder(app.context.database.reader, id);
  if (!order) throw new Error('order not found');
  return order;
};

describe('a payment report', () => {
  it('sells the held units, notifies the buyer once and numbers the change', async () => {
    const id = await place(alice);
    const { seq, version } = await read(id);
    expect(await report(id, 'finished')).toBe('changed');
    expect(await report(id, 'finished')).toBe('unchanged');
    expect(await report(id, 'expired')).toBe('unchanged');
    expect(await read(id)).toMatchObject({
      status: 'finished',
      stock_state: 'sold',
      seq: seq + 1,
      version: version + 1,
    });
    expect(pushed).toEqual([`demo-alice: Payment received /account?order=${id}`]);
    const stock = { available: UNITS - 1, reserved: 0, sold: 1 };
    expect(await readStock(app)).toEqual({ counters: stock, ledger: stock });
  });

  it('[fault 13] of a late payment takes stock again', async () => {
    const id = await place(alice);
    await report(id, 'expired');
    expect((await readStock(app)).counters).toEqual({ available: UNITS, reserved: 0, sold: 0 });
    await report(id, 'finished');
    expect(await read(id)).toMatchObject({ status: 'finished', stock_state: 'sold', needs_attention: '' });
    expect((await readStock(app)).counters).toEqual({ available: UNITS - 1, reserved: 0, sold: 1 });
  });

  it('[fault 14] of a late payment that finds no stock needs attention, and a repeat after restocking changes nothing', async () => {
    const id = await place(alice);
    await report(id, 'expired');
    const rival = await place(bob, UNITS);
    for (let repeat = 0; repeat < 3; repeat += 1) await report(id, 'finished');
    expect(await read(id)).toMatchObject({
      status: 'finished',
      stock_state: 'free',
      needs_attention: ATTENTION.latePayment,
    });
    const stock = { available: 0, reserved: UNITS, sold: 0 };
    expect(await readStock(app)).toEqual({ counters: stock, ledger: stock });

    await report(rival, 'expired', { amount: (CAMERA_PRICE * 100 * UNITS) as Cents });
    const before = await read(id);
    for (let repeat = 0; repeat < 3; repeat += 1) expect(await report(id, 'finished')).toBe('unchanged');
    expect(await read(id)).toEqual(before);
    expect((await readStock(app)).counters).toEqual({ available: UNITS, reserved: 0, sold: 0 });
  });

  it.each([
    ['another amount', { amount: 1 as Cents }],
    ['fractions of a cent', { amount: Number.NaN as Cents }],
    ['another currency', { currency: 'EUR' }],
  ])('[fault 15] of %s never finishes the order and needs attention', async (_title, more) => {
    const id = await place(alice);
    expect(await report(id, 'finished', more)).toBe('wrong-amount');
    expect(await read(id)).toMatchObject({
      status: 'waiting',
      stock_state: 'held',
      needs_attention: ATTENTION.wrongAmount,
    });
    expect(pushed).toEqual([]);
  });

  it('[fault 15] of a partial payment or an unknown status is shown and moves no stock', async () => {
    const [partly, strange] = [await place(alice), await place(bob)];
    await report(partly, 'partially_paid');
    await report(strange, 'spending');
    expect(await read(partly)).toMatchObject({ status: 'partially_paid', needs_attention: ATTENTION.paidInPart });
    expect(await read(strange)).toMatchObject({ status: 'spending', stock_state: 'held' });
    expect((await readStock(app)).counters).toEqual({ available: UNITS - 2, reserved: 2, sold: 0 });
  });

  it('of a payment restores a deleted order for buyer and administrators; one of a wrong amount only for administrators', async () => {
    for (const [status, more] of [
      ['partially_paid', {}],
      ['finished', {}],
      ['finished', { amount: 1 as Cents }],
    ] as const) {
      const id = await place(alice);
      await report(id, 'expired');
      const deleted = { hidden_at: 1, admin_hidden_at: 1 };
      await app.context.database.writer.updateTable('purchase').set(deleted).where('id', '=', id).execute();
      await report(id, status, more);
      expect(await read(id)).toMatchObject({
        hidden_at: 'amount' in more ? 1 : null,
        admin_hidden_at: null,
      });
    }
  });

  it('of one failed payment ends no order that another payment covers', async () => {
    const id = await place(alice);
    await report(id, 'waiting', { chargeId: 'first' });
    expect(await read(id)).toMatchObject({ status: 'waiting', charge_id: 'first' });
    await report(id, 'waiting', { chargeId: 'second' });
    await report(id, 'confirming', { chargeId: 'second' });
    for (const status of ['expired', 'failed', 'refunded']) {
      expect(await report(id, status, { chargeId: 'first' })).toBe('unchanged');
    }
    expect(await read(id)).toMatchObject({ status: 'confirming', stock_state: 'held', charge_id: 'second' });
    await report(id, 'finished', { chargeId: 'second' });
    expect(await report(id, 'refunded', { chargeId: 'first' })).toBe('unchanged');
    expect(await read(id)).toMatchObject({ status: 'finished', stock_state: 'sold', needs_attention: '' });
    expect(await report(id, 'refunded', { chargeId: 'second' })).toBe('changed');
  });

  it('of a second payment needs attention once', async () => {
    const id = await place(alice);
    await report(id, 'finished', { chargeId: 'first' });
    expect(await report(id, 'finished', { chargeId: 'first' })).toBe('unchanged');
    expect(await report(id, 'finished', { chargeId: 'second' })).toBe('paid-twice');
    const { version, ...order } = await read(id);
    expect(order).toMatchObject({ status: 'finished', needs_attention: ATTENTION.paidTwice, charge_id: 'first' });
    expect(await report(id, 'finished', { chargeId: 'second' })).toBe('unchanged');
    expect(await read(id)).toMatchObject({ version });
    expect((await readStock(app)).counters).toEqual({ available: UNITS - 1, reserved: 0, sold: 1 });
  });

  it('of an unknown order or another provider’s order changes nothing', async () => {
    const id = await place(alice);
    expect(await report('ord_unknown', 'finished')).toBe('unknown-order');
    expect(
      await reports.apply('btcpay', {
        orderId: id,
        status: 'finished',
        amount: undefined,
        currency: undefined,
        chargeId: null,
      }),
    ).toBe('unknown-order');
    expect(await read(id)).toMatchObject({ status: 'waiting' });
  });

  it('[STOCK1] in any sequence and on several orders keeps every unit in exactly one state', async () => {
    const statuses = [
      'waiting',
      'confirming',
      'sending',
      'spending',
      'partially_paid',
      'finished',
      'failed',
      'expired',
      'refunded',
    ];
    const event = fc.record({ order: fc.nat(2), status: fc.constantFrom(...statuses) });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 12 }), async (events) => {
        await stockCameras(app, 3);
        const start = (await readStock(app)).counters;
        const carol = await signInBuyer(app, `p${crypto.randomUUID().slice(0, 8)}`);
        const ids = [await place(carol), await place(carol), await place(carol)];
        for (const { order, status } of events) await report(ids[order] ?? '', status);
        const { counters, ledger } = await readStock(app);
        expect(counters).toEqual(ledger);
        expect(Math.min(...Object.values(counters))).toBeGreaterThanOrEqual(0);
        const sum = ({ available, reserved, sold }: typeof counters): number => available + reserved + sold;
        expect(sum(counters)).toBe(sum(start));
        const orders = await Promise.all(ids.map(read));
        expect(counters.reserved - start.reserved).toBe(orders.filter((one) => one.stock_state === 'held').length);
        expect(counters.sold - start.sold).toBe(orders.filter((one) => one.stock_state === 'sold').length);
        for (const { status, stock_state, needs_attention } of orders) {
          if (status === 'finished') expect(stock_state === 'sold').toBe(needs_attention === '');
          if (status === 'expired' || status === 'failed') expect(stock_state).toBe('free');
        }
      }),
      property(40),
    );
  });
});
