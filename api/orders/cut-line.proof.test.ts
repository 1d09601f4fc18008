import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { btcPayEnv, startFakeBtcPay } from '../payments/testing/fake-btcpay.ts';
import type { FakeProvider } from '../payments/testing/fake-provider.ts';
import { purchaseOf, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { createRandom } from '../testing/random.ts';
import { json } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const BUYERS = 8;
const PURCHASES_EACH = 5;
const UNITS = 100;

let provider: FakeProvider;
let app: TestApp;

beforeEach(async () => {
  provider = await startFakeBtcPay();
  app = await startOrderApp(UNITS, {
    env: {
      ...btcPayEnv(provider),
    },
  });
});
afterEach(async () => {
  await app.stop();
  await provider.close();
});

/** Sends a purchase and disconnects before the reply: during the request, after it, or after the order was placed. */
async function cutPurchase(sub: string, cookie: string, key: string, random: () => number): Promise<void> {
  const body = JSON.stringify(purchaseOf(sub));
  const { port, host } = new URL(app.url);
  const request = [
    'POST /api/create-purchase HTTP/1.1',
    `host: ${host}`,
    `cookie: ${cookie}`,
    `idempotency-key: ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const isWhole = random() > 0.2;
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.write(isWhole ? request : request.slice(0, Math.floor(request.length * random())), () => resolve());
  });
  await new Promise((resolve) => setTimeout(resolve, random() * 30));
  socket.destroy();
}

it('[fault 1] interrupted, repeated and doubled purchases create one order and one invoice each', async () => {
  const random = createRandom(4);
  const names = Array.from({ length: BUYERS }, (_, index) => `buyer${index}`);
  const pages = await Promise.all(
    names.map(async (name) => {
      const { sub, headers } = await signIn(app, name);
      const buyer: Buyer = await signInBuyer(app, name);
      const own: unknown[] = [];
      for (let number = 0; number < PURCHASES_EACH; number += 1) {
        const key = `purchase-${number}`;
        for (let cut = 0; cut < 3; cut += 1) await cutPurchase(sub, headers.cookie, key, random);
        const replies = await Promise.all([buyer.buy(undefined, key), buyer.buy(undefined, key)]);
        expect(replies.map(({ status }) => status)).toEqual([200, 200]);
        const [first, second] = replies.map((reply) => json(reply)['payment_url']);
        expect(first).toBe(second);
        own.push(first);
      }
      return own;
    }),
  );
  const count = BUYERS * PURCHASES_EACH;
  expect(new Set(pages.flat()).size).toBe(count);
  const orders = await app.context.database.reader.selectFrom('purchase').select(['id', 'status']).execute();
  expect(orders).toHaveLength(count);
  expect(orders.every(({ status }) => status === 'waiting')).toBe(true);
  expect(provider.invoices.map(({ orderId }) => orderId).toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
  const held = { available: UNITS - count, reserved: count, sold: 0 };
  expect(await readStock(app)).toEqual({ counters: held, ledger: held });
});
