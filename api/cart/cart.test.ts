import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/orders/cart.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import { MAX_CART_LINES } from '#contract/limits.ts';
import type { BusEvent } from '../storage/events/event-bus.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { listTransaction } from '../testing/list-statements.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

let app: TestApp;
let alice: SignedIn;
let bob: SignedIn;

const FIELDS = {
  title: 'Phone',
  main_category: 'Phones',
  category: 'Used',
  store: 'Berlin',
  good_condition_price: '50.5',
  good_condition_available_quantity: '120',
  excellent_condition_price: '80',
};
/** Statements that open and close a transaction; on a database server, one more takes its locks. */
const TRANSACTION = process.env['TEST_POSTGRES_URL'] === undefined ? 2 : 3;
const ITEM = { product_id: 1, condition: 'good' };

const call = (method: string, path: string, body?: unknown, user: SignedIn | undefined = alice): Promise<Reply> =>
  send(app.url, path, {
    method,
    headers: { ...(user && user.headers), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const add = (more: object = {}, user = alice) =>
  call('POST', '/api/cart', { google_id: user.sub, ...ITEM, quantity: 1, ...more }, user);
const set = (quantity: unknown, more: object = {}) =>
  call('PUT', '/api/cart/quantity', { google_id: alice.sub, ...ITEM, quantity, ...more });
const remove = (more: object = {}) => call('DELETE', '/api/cart', { google_id: alice.sub, ...ITEM, ...more });
const cartOf = async (user = alice) => {
  const reply = await call('GET', `/api/cart/${user.sub}`, undefined, user);
  return JSON.parse(reply.body.toString()) as CartLine[];
};
const rejection = (reply: Reply) => [reply.status, json(reply)['code']];

beforeAll(async () => {
  app = await startTestApp();
  alice = await signIn(app, 'alice');
  bob = await signIn(app, 'bob');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.context.database.writer.deleteFrom('cart_line').execute();
  await app.context.products.deleteProducts('ayz', [1, 2]);
  await app.context.products.saveProducts('ayz', [{ id: 1, fields: FIELDS }]);
});

describe('a cart', () => {
  it('accepts a line with the product’s own data', async () => {
    const reply = await add({ store: 'as the client saw it' });
    expect(reply.status).toBe(200);
    const line = {
      product_id: 1,
      condition: 'good',
      store: 'Berlin',
      quantity: 1,
      price: '50.5',
      title: 'Phone',
      price_seen: '50.5',
      available: 120,
      imagecount: 0,
      image_version: 0,
      placeholder: '',
      added_at: expect.any(String) as string,
    };
    expect(json(reply)).toEqual({ line });
    expect(await cartOf()).toEqual([line]);
    expect(await cartOf(bob)).toEqual([]);
  });

  it('adds units to a line in five statements, and a new line in six', async () => {
    const { writer } = app.context.database;
    const ofNewLine = await listTransaction(writer, 'cart_line', () => add());
    const ofLine = await listTransaction(writer, 'cart_line', () => add());
    expect([ofNewLine.length, ofLine.length]).toEqual([6 + TRANSACTION, 5 + TRANSACTION]);
  });

  it('adds up to 99 units to a line, sets them and removes the line', async () => {
    await add({ quantity: 60 });
    expect(json(await add({ quantity: 60 }))).toMatchObject({ line: { quantity: 99 } });
    expect(json(await set(3))).toMatchObject({ line: { quantity: 3 } });
    const removed = await remove();
    expect([removed.status, removed.body.length]).toEqual([204, 0]);
    expect((await remove()).status).toBe(204);
    expect(await cartOf()).toEqual([]);
    expect(rejection(await set(1))).toEqual([404, 'not-found']);
  });

  it('keeps the order in which lines were added', async () => {
    await app.context.products.saveProducts('ayz', [
      { id: 2, fields: { ...FIELDS, excellent_condition_available_quantity: '1' } },
    ]);
    await add({ product_id: 2, condition: 'excellent' });
    await add();
    await add({ product_id: 2, condition: 'good' });
    await add({ product_id: 2, condition: 'good' });
    expect((await cartOf()).map((line) => [line.product_id, line.condition, line.quantity])).toEqual([
      [2, 'excellent', 1],
      [1, 'good', 1],
      [2, 'good', 2],
    ]);
  });

  it('returns the stock when there are too few units', async () => {
    await app.context.products.saveProducts('ayz', [{ id: 1, fields: { good_condition_available_quantity: '2' } }]);
    const reply = await add({ quantity: 3 });
    expect(rejection(reply)).toEqual([409, 'out-of-stock']);
    expect(json(reply)['current']).toEqual({ available: 2 });
    expect(json(await add({ condition: 'excellent' }))).toMatchObject({
      code: 'out-of-stock',
      current: { available: 0 },
    });
    expect(await cartOf()).toEqual([]);
  });

  it('shows a new price and stock beside the price that the buyer saw', async () => {
    await add();
    await app.context.products.saveProducts('ayz', [
      { id: 1, fields: { good_condition_price: '60', good_condition_available_quantity: '0' } },
    ]);
    expect(await cartOf()).toMatchObject([{ price: '60', price_seen: '50.5', available: 0 }]);
  });

  it('keeps the line of a deleted product as unavailable', async () => {
    await add();
    await app.context.products.deleteProducts('ayz', [1]);
    expect(await cartOf()).toMatchObject([{ title: 'Phone', store: 'Berlin', price: '0', available: 0, quantity: 1 }]);
    expect(rejection(await add())).toEqual([404, 'not-found']);
    expect((await remove()).status).toBe(204);
  });

  it(`has at most ${MAX_CART_LINES} lines`, async () => {
    const ids = Array.from({ length: 13 }, (_, index) => index + 100);
    const stock = Object.fromEntries(
      CONDITION_KEYS.flatMap((key) => [
        [`${key}_condition_price`, '1'],
        [`${key}_condition_available_quantity`, '9'],
      ]),
    );
    await app.context.products.saveProducts(
      'ayz',
      ids.map((id) => ({ id, fields: { ...FIELDS, ...stock } })),
    );
    const items = ids.flatMap((product_id) => CONDITION_KEYS.map((condition) => ({ product_id, condition })));
    for (const item of items.slice(0, MAX_CART_LINES)) expect((await add(item)).status).toBe(200);
    expect(rejection(await add(items[MAX_CART_LINES]))).toEqual([409, 'cart-full']);
    expect((await add(items[0])).status).toBe(200);
    expect(await cartOf()).toHaveLength(MAX_CART_LINES);
  });

  it('pokes its owner’s devices after each effective change only', async () => {
    const events: BusEvent[] = [];
    const end = app.context.bus.subscribe((event) => event.type === 'cart-changed' && events.push(event));
    await add();
    await set(1);
    await remove();
    await remove();
    end();
    expect(events.map((event) => 'sub' in event && event.sub)).toEqual([alice.sub, alice.sub]);
    const [first, second] = events as { seq: number }[];
    expect(second?.seq).toBe((first?.seq ?? 0) + 1);
  });
});

describe('bad input is rejected and changes nothing', () => {
  const wrongQuantities = [0, -1, 1.5, 1e9, 100, '2.5', null, Number.NaN, true, [1], {}];
  it.each(wrongQuantities)('quantity %j', async (quantity) => {
    await add({ quantity: 2 });
    const before = await cartOf();
    expect(rejection(await add({ quantity }))).toEqual([400, 'bad-request']);
    expect(rejection(await set(quantity))).toEqual([400, 'bad-request']);
    expect(await cartOf()).toEqual(before);
  });

  it.each([
    ['an unknown product', { product_id: 4711 }, [404, 'not-found']],
    ['a malformed product id', { product_id: 'x' }, [400, 'bad-request']],
    ['an unknown condition', { condition: 'mint' }, [400, 'bad-request']],
    ['a condition that the product is not offered in', { condition: 'acceptable' }, [404, 'not-found']],
    ['an unknown field', { price: '0.01' }, [400, 'bad-request']],
    ['another user', { google_id: 'demo-bob' }, [403, 'identity-mismatch']],
    ['no user', { google_id: '' }, [400, 'bad-request']],
    ['a store that is too long', { store: 'x'.repeat(101) }, [400, 'bad-request']],
  ])('%s', async (_, more, expected) => {
    expect(rejection(await add(more))).toEqual(expected);
    expect(await cartOf()).toEqual([]);
    expect(await cartOf(bob)).toEqual([]);
  });

  it('a missing session or another user’s cart', async () => {
    expect(
      rejection(await call('GET', `/api/cart/${alice.sub}`, undefined, { ...alice, headers: { cookie: '' } })),
    ).toEqual([401, 'unauthorized']);
    expect(rejection(await call('GET', `/api/cart/${alice.sub}`, undefined, bob))).toEqual([403, 'identity-mismatch']);
    expect(rejection(await call('GET', '/api/cart/..%2f..', undefined, bob))).toEqual([404, 'not-found']);
  });

  it('a body that is malformed, too large or of another media type', async () => {
    expect(rejection(await call('POST', '/api/cart', '{"google_id":'))).toEqual([400, 'bad-request']);
    expect(rejection(await call('POST', '/api/cart', '[]'))).toEqual([400, 'bad-request']);
    expect(rejection(await add({ store: 'x'.repeat(70_000) }))).toEqual([413, 'too-large']);
    const reply = await send(app.url, '/api/cart', {
      method: 'POST',
      headers: { ...alice.headers, 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(rejection(reply)).toEqual([415, 'unsupported-media-type']);
  });
});
