import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCartService } from '../cart/cart.service.ts';
import { createRetentionJob, RETENTION_NAMES } from '../retention.ts';
import { btcPayEnv, signBtcPayNotice, startFakeBtcPay } from '../payments/testing/fake-btcpay.ts';
import type { FakeInvoice, FakeProvider } from '../payments/testing/fake-provider.ts';
import {
  CAMERA_ID,
  CAMERA_PRICE,
  createBuyer,
  purchaseOf,
  readStock,
  signInBuyer,
  startOrderApp,
  stockCameras,
} from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { listTransaction } from '../testing/list-statements.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import type { BusEvent } from '../storage/events/event-bus.ts';
import { listUserCursors } from '../identity/user.repository.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { createCheckout } from './checkout.service.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';

let app: TestApp;
let alice: Buyer;
let bob: Buyer;

beforeEach(async () => {
  app = await startOrderApp(10);
  alice = await signInBuyer(app, 'alice');
  bob = await signInBuyer(app, 'bob');
});
afterEach(() => app.stop());

const orderOf = (reply: Reply) => json(reply)['order'] as Record<string, unknown>;
const rejectionOf = (reply: Reply): [number, unknown, unknown] => {
  const { code, current } = json(reply);
  return [reply.status, code, current];
};

const UNTOUCHED = { available: 10, reserved: 0, sold: 0 };

/** Expects that no order, reservation or idempotency key exists. */
async function expectNothingHappened(): Promise<void> {
  const { reader } = app.context.database;
  expect(await reader.selectFrom('purchase').select('id').execute()).toEqual([]);
  expect(await reader.selectFrom('idempotency').select('key').where('key', 'like', 'purchase%').execute()).toEqual([]);
  expect(await readStock(app)).toEqual({ counters: UNTOUCHED, ledger: UNTOUCHED });
}

describe('a purchase', () => {
  it('reserves the units, removes the line from the cart and returns the payment page', async () => {
    const line = { google_id: alice.sub, product_id: CAMERA_ID, condition: 'good', quantity: 1 };
    await alice.call('POST', '/api/cart', line);
    const reply = await alice.buy(purchaseOf(alice.sub, 2), 'key-1');
    expect(reply.status).toBe(200);
    expect(orderOf(reply)).toMatchObject({
      title: 'Camera',
      store: 'Garage',
      quantity: 2,
      total_amount: CAMERA_PRICE * 2,
      payment_status: 'waiting',
      shipped: false,
      invoice_url: json(reply)['payment_url'],
    });
    expect(JSON.parse((await alice.call('GET', `/api/cart/${alice.sub}`)).body.toString())).toEqual([]);
    expect((await readStock(app)).counters).toEqual({ available: 8, reserved: 2, sold: 0 });
    expect(await alice.orders()).toEqual([orderOf(reply)]);
    expect(await bob.orders()).toEqual([]);
  });

  it.runIf(ON_SQLITE)('takes seven statements, and one more for the line that leaves the cart', async () => {
    const { context } = app;
    const place = async (key: string): Promise<number> => {
      // The payment page is a later write, which moves no stock.
      const statements = await listTransaction(context.database.writer, 'stock_move', () => alice.buy(undefined, key));
      return statements.indexOf('commit') - 1;
    };
    expect(await place('direct')).toBe(7);
    const line = { google_id: alice.sub, product_id: CAMERA_ID, condition: 'good', quantity: 1 };
    await alice.call('POST', '/api/cart', line);
    expect(await place('from-cart')).toBe(8);
  });

  it('is also a change of the cart, which lost the line, and both changes are published with their numbers', async () => {
    const { bus, database } = app.context;
    const { reader } = database;
    const line = { google_id: alice.sub, product_id: CAMERA_ID, condition: 'good', quantity: 1 };
    await alice.call('POST', '/api/cart', line);
    const [before] = await listUserCursors(reader, [alice.sub]);
    const events: BusEvent[] = [];
    bus.subscribe((event) => events.push(event));
    await alice.buy();
    const [after] = await listUserCursors(reader, [alice.sub]);
    expect(after?.cart_seq).toBeGreaterThan(before?.cart_seq ?? 0);
    expect(after?.cart_seq).toBe(after?.order_seq);
    const numbersOf = (type: BusEvent['type']) =>
      events.flatMap((event) => (event.type === type && 'seq' in event ? [event.seq] : []));
    const [placed = 0, ...later] = numbersOf('orders-changed');
    expect(placed).toBeGreaterThan(before?.order_seq ?? 0);
    // The payment page is a change of the order alone.
    expect(later).toEqual([after?.order_seq]);
    expect(numbersOf('admin-orders-changed')).toEqual([placed, ...later]);
    expect(numbersOf('cart-changed')).toEqual([placed]);
  });

  it('[ADDR1] has the address of its buyer, with a country where the call names one', async () => {
    const {
      google_id: _id,
      product_id: _product,
      condition: _c,
      store: _s,
      quantity: _q,
      total_amount: _t,
      ...address
    } = purchaseOf(alice.sub);
    expect(orderOf(await alice.buy())).toMatchObject({ ...address, country: '', life: 0 });
    const german = { ...address, country: 'DE', postal_code: '11011' };
    expect(orderOf(await alice.buy({ ...purchaseOf(alice.sub), ...german }, 'key-2'))).toMatchObject(german);
    const { country } = await app.context.database.reader
      .selectFrom('purchase')
      .select('country')
      .where('postal_code', '=', '11011')
      .executeTakeFirstOrThrow();
    expect(country).toBe('DE');
  });

  it.each([
    { country: 'DE', postal_code: '1101' },
    { country: 'CA', postal_code: '' },
    { country: 'XX', postal_code: '11011' },
    { country: '', postal_code: '11011' },
  ])('[ADDR1] to $country "$postal_code" is rejected', async (address) => {
    expect(rejectionOf(await alice.buy({ ...purchaseOf(alice.sub), ...address }))).toEqual([
      400,
      'bad-request',
      undefined,
    ]);
    await expectNothingHappened();
  });

  it('[MONEY1] keeps its title and price when the product changes or is deleted', async () => {
    await alice.buy();
    await app.context.products.saveProducts('ayz', [{ id: CAMERA_ID, fields: { title: 'Toaster' } }]);
    await app.context.products.deleteProducts('ayz', [CAMERA_ID]);
    expect(await alice.orders()).toMatchObject([{ title: 'Camera', total_amount: CAMERA_PRICE }]);
  });

  it('[fault 8] at an outdated price orders nothing and returns the current price', async () => {
    const current = { price: CAMERA_PRICE, total_amount: CAMERA_PRICE * 2 };
    for (const total_amount of [0, 0.01, 24.99, 25.01, 24.999, 1e15]) {
      const reply = await alice.buy({ ...purchaseOf(alice.sub, 2), total_amount });
      expect(rejectionOf(reply)).toEqual([409, 'price-changed', current]);
    }
    await expectNothingHappened();
  });

  it.each([
    ['20000', 1, 19_999.99],
    ['20000', 1, 20_000.01],
    ['3000000', 1, 2_999_997.5],
    ['9999999.99', 3, 29_999_999.96],
    ['9999999.99', 3, 29_999_999.98],
  ])(
    '[MONEY1] at $%s × %s is rejected for $%s, a cent or more off the total',
    async (price, quantity, total_amount) => {
      const fields = { good_condition_price: price };
      await app.context.products.saveProducts('ayz', [{ id: CAMERA_ID, fields }]);
      const reply = await alice.buy({ ...purchaseOf(alice.sub, quantity), total_amount });
      const current = {
        price: Number(price),
        total_amount: Number(((Number(price) * 100 * quantity) / 100).toFixed(2)),
      };
      expect(rejectionOf(reply)).toEqual([409, 'price-changed', current]);
      await expectNothingHappened();
    },
  );

  it.each([
    ['19.99', 3, 59.970000000000006, 59.97],
    ['9999999.99', 3, 29_999_999.97, 29_999_999.97],
    ['9999999.99', 3, 9_999_999.99 + 9_999_999.99 + 9_999_999.99, 29_999_999.97],
  ])('[MONEY1] at $%s × %s takes the total of a client that adds fractions', async (price, quantity, given, total) => {
    const fields = { good_condition_price: price };
    await app.context.products.saveProducts('ayz', [{ id: CAMERA_ID, fields }]);
    const reply = await alice.buy({ ...purchaseOf(alice.sub, quantity), total_amount: given });
    expect([reply.status, orderOf(reply)['total_amount']]).toEqual([200, total]);
  });

  it('of more units than are in stock orders nothing and returns the stock', async () => {
    const reply = await alice.buy(purchaseOf(alice.sub, 11));
    expect(rejectionOf(reply)).toEqual([409, 'out-of-stock', { available: 10 }]);
    await expectNothingHappened();
  });

  it('[fault 10] of the last unit by two buyers at once succeeds once; the other’s line is sold out', async () => {
    await stockCameras(app, 1);
    const buyers = [alice, bob];
    for (const { sub, call } of buyers) {
      await call('POST', '/api/cart', { google_id: sub, product_id: CAMERA_ID, condition: 'good', quantity: 1 });
    }
    const replies = await Promise.all(buyers.map((buyer) => buyer.buy(purchaseOf(buyer.sub), 'key-1')));
    const lost = replies.findIndex(({ status }) => status === 409);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(rejectionOf(replies[lost] as Reply)).toEqual([409, 'out-of-stock', { available: 0 }]);
    const carts = await Promise.all(
      buyers.map(async ({ sub, call }) => JSON.parse((await call('GET', `/api/cart/${sub}`)).body.toString())),
    );
    expect(carts[1 - lost]).toEqual([]);
    expect(carts[lost]).toMatchObject([{ product_id: CAMERA_ID, quantity: 1, available: 0 }]);
    const stock = { available: 0, reserved: 1, sold: 0 };
    expect((await readStock(app)).counters).toEqual(stock);
  });

  it('is rejected for an offer without a price', async () => {
    const free = { ...purchaseOf(alice.sub), condition: 'excellent', total_amount: 0 };
    expect(rejectionOf(await alice.buy(free))).toEqual([409, 'out-of-stock', { available: 0 }]);
    await expectNothingHappened();
  });

  it.each([
    ['quantity 0', { quantity: 0 }],
    ['quantity -1', { quantity: -1 }],
    ['quantity 1.5', { quantity: 1.5 }],
    ['quantity null, the JSON of NaN', { quantity: Number.NaN }],
    ['quantity 1e9', { quantity: 1e9 }],
    ['a quantity as other text', { quantity: '1.0' }],
    ['no quantity', { quantity: undefined }],
    ['an unknown condition', { condition: 'broken' }],
    ['a negative total', { total_amount: -1 }],
    ['a total as other text', { total_amount: '12.500' }],
    ['an unknown field', { price: 1 }],
    ['an address over the limit', { address: 'x'.repeat(201) }],
    ['an e-mail address over the limit', { email: `${'x'.repeat(250)}@x.yz` }],
    ['no e-mail address', { email: 'nobody' }],
    ['a line break', { city: 'Lime\ntown' }],
    ['a lone surrogate', { city: '\ud83d' }],
    ['a product id that is no number', { product_id: '1 or 1=1' }],
  ])('is rejected with %s', async (_title, change) => {
    const reply = await alice.buy({ ...purchaseOf(alice.sub), ...change });
    expect(rejectionOf(reply).slice(0, 2)).toEqual([400, 'bad-request']);
    expect(json(reply)['errors']).toBeDefined();
    await expectNothingHappened();
  });

  it('is rejected for an unknown product, another user, a missing session or another media type', async () => {
    expect(rejectionOf(await alice.buy({ ...purchaseOf(alice.sub), product_id: 77 })).slice(0, 2)).toEqual([
      404,
      'not-found',
    ]);
    expect(rejectionOf(await alice.buy(purchaseOf(bob.sub))).slice(0, 2)).toEqual([403, 'identity-mismatch']);
    expect(rejectionOf(await createBuyer(app.url, alice.sub, {}).buy()).slice(0, 2)).toEqual([401, 'unauthorized']);
    const text = await send(app.url, '/api/create-purchase', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    });
    expect([401, 415]).toContain(text.status);
    const huge = await alice.buy({ ...purchaseOf(alice.sub), address: 'x'.repeat(70_000) });
    expect(huge.status).toBe(413);
    await expectNothingHappened();
  });

  it('is possible while fewer than five orders wait for payment', async () => {
    for (let count = 0; count < 5; count += 1) expect((await alice.buy(undefined, `key-${count}`)).status).toBe(200);
    expect(rejectionOf(await alice.buy(undefined, 'key-5')).slice(0, 2)).toEqual([409, 'too-many-open-orders']);
    const [newest] = await alice.orders();
    await alice.call('DELETE', `/api/purchase/${newest?.payment_id}`);
    expect((await alice.buy(undefined, 'key-5')).status).toBe(200);
    expect((await readStock(app)).counters).toEqual({ available: 5, reserved: 5, sold: 0 });
  });
});

describe('a repeated purchase', () => {
  const countOrders = async (): Promise<number> =>
    (await app.context.database.reader.selectFrom('purchase').select('id').execute()).length;

  it.each([31, 60, 400])('[MONEY4] after %i days returns the same order', async (days) => {
    const first = await alice.buy(purchaseOf(alice.sub), 'lost-answer');
    const later = { ...app.context, now: () => Date.now() + days * 86_400_000 };
    for (const name of RETENTION_NAMES) await createRetentionJob(name, later).run();
    const again = await alice.buy(purchaseOf(alice.sub), 'lost-answer');
    expect(orderOf(again)['id']).toBe(orderOf(first)['id']);
    expect(await alice.orders()).toHaveLength(1);
  });

  it('[MONEY4] returns the same order and payment page, even when all arrive at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => alice.buy(undefined, 'key-1')));
    replies.push(await alice.buy(undefined, 'key-1'));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map((reply) => `${orderOf(reply)['id']} ${json(reply)['payment_url']}`)).size).toBe(1);
    expect(await countOrders()).toBe(1);
    const { reader } = app.context.database;
    expect(await reader.selectFrom('demo_invoice').select('id').execute()).toHaveLength(1);
    expect((await readStock(app)).counters).toEqual({ available: 9, reserved: 1, sold: 0 });
  });

  it('returns the same order after the price has changed', async () => {
    const first = await alice.buy(undefined, 'key-1');
    await app.context.products.saveProducts('ayz', [{ id: CAMERA_ID, fields: { good_condition_price: '99' } }]);
    expect(orderOf(await alice.buy(undefined, 'key-1'))['id']).toBe(orderOf(first)['id']);
  });

  it('[IDEM2] with another body under the same key is rejected', async () => {
    await alice.buy(undefined, 'key-1');
    const other = await alice.buy({ ...purchaseOf(alice.sub), city: 'Elsewhere' }, 'key-1');
    expect(rejectionOf(other).slice(0, 2)).toEqual([422, 'idempotency-conflict']);
    expect(await countOrders()).toBe(1);
  });

  it('of another user under the same key is another order', async () => {
    await alice.buy(undefined, 'key-1');
    await bob.buy(undefined, 'key-1');
    expect(await countOrders()).toBe(2);
  });

  it('without a key returns the same order while an equal one waits for payment', async () => {
    const [first, second] = await Promise.all([alice.buy(), alice.buy()]);
    expect(orderOf(first)['id']).toBe(orderOf(second)['id']);
    await alice.buy({ ...purchaseOf(alice.sub), address: 'Another Street 2' });
    expect(await countOrders()).toBe(2);
  });

  it('is rejected with a malformed key', async () => {
    for (const key of ['x'.repeat(256), 'a b']) {
      expect(rejectionOf(await alice.buy(undefined, key)).slice(0, 2)).toEqual([400, 'bad-request']);
    }
    await expectNothingHappened();
  });
});

describe('while the provider cannot be reached', () => {
  let provider: FakeProvider;
  let shop: TestApp;
  let buyer: Buyer;

  const openShop = async (reservationMinutes: string): Promise<void> => {
    shop = await startOrderApp(2, {
      env: {
        ...btcPayEnv(provider),
        RESERVATION_MINUTES: reservationMinutes,
        RESERVATION_GRACE_MINUTES: '0.001',
        PAYMENT_TIMEOUT: '1',
      },
    });
    buyer = await signInBuyer(shop, 'alice');
  };

  beforeEach(async () => {
    provider = await startFakeBtcPay();
    await openShop('5');
  });
  afterEach(async () => {
    await shop.stop();
    await provider.close();
  });

  it.each(['error', 'silence'] as const)(
    '[fault 6] (%s) the order waits for its payment page and gets it later, once',
    async (fails) => {
      provider.behaviour.fails = fails;
      const reply = await buyer.buy(undefined, 'key-1');
      expect(json(reply)['payment_url']).toBeNull();
      expect(orderOf(reply)).toMatchObject({
        payment_status: 'creating',
        invoice_url: null,
        payment_id: orderOf(reply)['id'],
      });
      provider.behaviour.fails = undefined;
      await expect.poll(async () => (await buyer.orders())[0]?.payment_status).toBe('waiting');
      const [order] = await buyer.orders();
      expect(order?.invoice_url).toBe(`${provider.url}/i/${provider.invoices[0]?.id}`);
      expect(json(await buyer.buy(undefined, 'key-1'))['payment_url']).toBe(order?.invoice_url);
      expect(provider.invoices).toHaveLength(1);
    },
  );

  it('an invoice whose reply was lost is found again', async () => {
    provider.behaviour.beforeAnswer = () => Promise.reject(new Error('connection lost'));
    expect(json(await buyer.buy())['payment_url']).toBeNull();
    provider.behaviour.beforeAnswer = undefined;
    await expect.poll(async () => (await buyer.orders())[0]?.payment_status).toBe('waiting');
    expect(provider.invoices).toHaveLength(1);
  });

  it('an invoice whose reply was lost is found again, even after a notice about it has arrived', async () => {
    provider.behaviour.beforeAnswer = async () => {
      const { body, headers } = signBtcPayNotice(provider.invoices[0] as FakeInvoice);
      const notified = await send(shop.url, '/api/payments/btcpay/notices', { method: 'POST', body, headers });
      expect(notified.status).toBe(200);
      throw new Error('connection lost');
    };
    expect(json(await buyer.buy())['payment_url']).toBeNull();
    provider.behaviour.beforeAnswer = undefined;
    await expect.poll(async () => (await buyer.orders())[0]?.invoice_url).not.toBeNull();
    expect(await buyer.orders()).toMatchObject([{ payment_status: 'waiting' }]);
    expect(provider.invoices).toHaveLength(1);
  });

  it('[fault 6] the order expires at the end of its reservation and releases its stock', async () => {
    await shop.stop();
    await openShop('0.05');
    provider.behaviour.fails = 'error';
    await buyer.buy(purchaseOf(buyer.sub, 2));
    await expect.poll(async () => (await buyer.orders())[0]?.payment_status).toBe('expired');
    expect((await readStock(shop)).counters).toEqual({ available: 2, reserved: 0, sold: 0 });
  });
});

it('a purchase is rejected without a payment provider', async () => {
  const { database, write, stock, now } = app.context;
  const cart = createCartService(now);
  const checkout = createCheckout({
    database,
    write,
    stock,
    cart,
    invoices: undefined,
    mails: NO_MAILS,
    reservationMs: 1_000,
    maxUnpaidUnits: 10,
    now,
  });
  const body = { ...purchaseOf(alice.sub), condition: 'good' } as const;
  const purchase = { sub: alice.sub, key: 'key-1', body, language: 'en', origin: app.url } as const;
  await expect(checkout.purchase(purchase)).rejects.toMatchObject({ code: 'payments-unavailable' });
  await expectNothingHappened();
});
