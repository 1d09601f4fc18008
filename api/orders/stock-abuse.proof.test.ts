import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ABANDONED_ORDERS, MAX_OPEN_ORDERS } from '#contract/limits.ts';
import { nowPaymentsEnv, signNowPaymentsNotice, startFakeNowPayments } from '../payments/testing/fake-nowpayments.ts';
import { invoiceOf } from '../payments/testing/fake-provider.ts';
import type { FakeProvider } from '../payments/testing/fake-provider.ts';
import { purchaseOf, readStock, signInBuyer, startOrderApp, stockCameras } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const UNITS = 40;
const OTHER_CAMERA_ID = 2;
const HOUR_MS = 3_600_000;

let provider: FakeProvider;
let app: TestApp;
let alice: Buyer;
let clockMs: number;

const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  provider = await startFakeNowPayments();
  clockMs = Date.now();
  const options = { env: { ...nowPaymentsEnv(provider), ...env }, now: () => clockMs };
  app = await startOrderApp(UNITS, { orderingTimes: { jobIntervalMs: HOUR_MS, pollIntervalMs: HOUR_MS }, ...options });
  await stockCameras(app, UNITS, OTHER_CAMERA_ID);
  alice = await signInBuyer(app, 'alice');
};
beforeEach(() => start());
afterEach(async () => {
  await app.stop();
  await provider.close();
});

const orderIdOf = (reply: Reply): string => String((json(reply)['order'] as { id: string }).id);
const rejectionOf = (reply: Reply): [number, unknown, unknown] => {
  const { code, current } = json(reply);
  return [reply.status, code, current];
};
const available = async (id?: number): Promise<number> => (await readStock(app, id)).counters.available;

/** Sends the provider's notice that a share of an order's price was paid. */
async function notify(orderId: string, status: string, paidShare?: number): Promise<void> {
  const invoice = { ...invoiceOf(provider, orderId), status, paidShare };
  const { body, headers } = signNowPaymentsNotice(invoice);
  const reply = await send(app.url, '/api/payments/nowpayments/notices', { method: 'POST', body, headers });
  expect(reply.status).toBe(200);
}

describe('one buyer', () => {
  it.each(['confirming', 'partially_paid'])(
    '[STOCK6] cannot hold more open orders than allowed by paying a part of each until it is %s',
    async (status) => {
      const replies: Reply[] = [];
      for (let count = 0; count < UNITS; count += 1) {
        const reply = await alice.buy(undefined, `key-${count}`);
        replies.push(reply);
        if (reply.status === 200) await notify(orderIdOf(reply), status, 0.5);
      }
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(MAX_OPEN_ORDERS);
      expect(rejectionOf(replies.at(-1) as Reply).slice(0, 2)).toEqual([409, 'too-many-open-orders']);
      expect(await available()).toBe(UNITS - MAX_OPEN_ORDERS);
    },
  );

  it('[STOCK6] holds at most ten unpaid units of a product; those of another product count separately', async () => {
    expect((await alice.buy(purchaseOf(alice.sub, 8), 'first')).status).toBe(200);
    const second = await alice.buy(purchaseOf(alice.sub, 3), 'second');
    expect(rejectionOf(second)).toEqual([409, 'too-many-units', { limit: 10, held: 8 }]);
    const whole = await alice.buy(purchaseOf(alice.sub, 11), 'whole');
    expect(rejectionOf(whole)).toEqual([409, 'too-many-units', { limit: 10, held: 8 }]);
    expect(await available()).toBe(UNITS - 8);
    const other = { ...purchaseOf(alice.sub, 10), product_id: OTHER_CAMERA_ID };
    expect((await alice.buy(other, 'other')).status).toBe(200);
    const bob = await signInBuyer(app, 'bob');
    expect((await bob.buy(purchaseOf(bob.sub, 10), 'his')).status).toBe(200);
  });

  it('[STOCK6] buys more once the held units are paid', async () => {
    const first = await alice.buy(purchaseOf(alice.sub, 10), 'first');
    expect((await alice.buy(purchaseOf(alice.sub, 1), 'second')).status).toBe(409);
    invoiceOf(provider, orderIdOf(first)).status = 'finished';
    await notify(orderIdOf(first), 'finished', 1);
    expect((await alice.buy(purchaseOf(alice.sub, 1), 'second')).status).toBe(200);
  });

  it('[STOCK7] holds no stock with a payment of less than a tenth of the price', async () => {
    for (const [key, status] of Object.entries({ a: 'confirming', b: 'partially_paid' })) {
      clockMs += 1;
      const id = orderIdOf(await alice.buy(purchaseOf(alice.sub, 5), key));
      expect(await available()).toBe(UNITS - 5);
      await notify(id, status, 0.001);
      expect(await available()).toBe(UNITS);
      const [order] = await alice.orders();
      expect(order).toMatchObject({ id, payment_status: status, expires_at: null });
      invoiceOf(provider, id).status = 'finished';
      await notify(id, 'finished', 1);
      expect(await available()).toBe(UNITS - 5);
      await stockCameras(app, UNITS);
    }
  });
});

describe('a seller', () => {
  it('[STOCK6] sets how many unpaid units a buyer may hold of a product', async () => {
    await app.stop();
    await provider.close();
    await start({ MAX_UNPAID_UNITS: '2' });
    const reply = await alice.buy(purchaseOf(alice.sub, 3));
    expect(rejectionOf(reply)).toEqual([409, 'too-many-units', { limit: 2, held: 0 }]);
    expect((await alice.buy(purchaseOf(alice.sub, 2))).status).toBe(200);
  });
});

describe('buying and deleting again and again', () => {
  it('[STOCK8] wakes other visitors within an hourly budget only, then gets 429 with Retry-After', async () => {
    const visitor = await openEventSocket(app.url, {});
    await visitor.settle();
    const pokesBefore = visitor.dataOf('productsChanged').length;
    const replies: Reply[] = [];
    for (let count = 0; count < MAX_ABANDONED_ORDERS * 3; count += 1) {
      const reply = await alice.buy(undefined, `key-${count}`);
      replies.push(reply);
      if (reply.status === 200) await alice.call('DELETE', `/api/purchase/${orderIdOf(reply)}`);
      clockMs += 1_000;
    }
    await visitor.settle();
    const placed = replies.filter(({ status }) => status === 200);
    expect(placed).toHaveLength(MAX_ABANDONED_ORDERS);
    expect(visitor.dataOf('productsChanged').length - pokesBefore).toBeLessThanOrEqual(2 * MAX_ABANDONED_ORDERS);
    const last = replies.at(-1) as Reply;
    expect(rejectionOf(last).slice(0, 2)).toEqual([429, 'too-many-abandoned-orders']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    expect(await available()).toBe(UNITS);

    // Repeating an earlier purchase still returns its order, and other buyers are not affected.
    expect((await alice.buy(undefined, 'key-0')).status).toBe(200);
    const bob = await signInBuyer(app, 'bob');
    expect((await bob.buy()).status).toBe(200);
    clockMs += HOUR_MS;
    expect((await alice.buy(undefined, 'an-hour-later')).status).toBe(200);
    visitor.socket.close();
  });

  it('[STOCK8] is limited only by unpaid orders; orders that were paid do not count', async () => {
    for (let count = 0; count <= MAX_ABANDONED_ORDERS; count += 1) {
      const reply = await alice.buy(undefined, `key-${count}`);
      expect(reply.status).toBe(200);
      invoiceOf(provider, orderIdOf(reply)).status = 'finished';
      await notify(orderIdOf(reply), 'finished', 1);
    }
  });
});
