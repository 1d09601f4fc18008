import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONFIRMED_DAYS, MAX_CONFIRMED_OPERATIONS } from '#contract/limits.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { openUserData } from '../open-user-data.ts';
import { UserStore } from '../store/user-store.ts';
import type { Exchange } from '../store/user-store.ts';
import { createApiClient } from '../../server/api-client.ts';
import type { DataSizes } from '#api/data-sizes.ts';
import { AccountServer } from '../../testing/account-server.ts';
import { ShopServer } from '../../testing/shop-server.ts';
import { AccountExchange } from '../exchange.ts';
import { confirmOperations, repeatOperations } from './operations-table.ts';
import { createOutboxRecord } from '../../api/outbox-record.ts';

const DAY_MS = 86_400_000;
const SHOP = 'http://shop.example';

let data: ReturnType<typeof openUserData>;
let store: UserStore;
let server: AccountServer;
/** The server as it was before anything was sent. */
let empty: Buffer;
let nowMs: number;
let exchange: AccountExchange;

const start = async (sizes?: Partial<DataSizes>): Promise<void> => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  server = new AccountServer('alice', new ShopServer(sizes));
  empty = await server.shop.backUp();
  data = openUserData(server.sub, idb);
  store = new UserStore(server.sub, idb);
  nowMs = Date.now();
  exchange = new AccountExchange({
    store,
    client: createApiClient(SHOP, (...call) => server.fetch(...call)),
    user: server.sub,
    now: () => nowMs,
    monotonicNow: () => nowMs,
    random: () => 1,
  });
};
const close = (): void => {
  data.close();
  store.close();
};
beforeEach(() => start());
afterEach(close);

const add = (product_id: number, quantity = 1): Mutation => ({
  name: 'addCartItem',
  args: { product_id, condition: 'good', quantity, price_seen: '5' },
});
const put = (product_id: number, quantity: number): Mutation => ({
  name: 'setCartQuantity',
  args: { product_id, condition: 'good', quantity },
});
const cart = async (): Promise<string[]> =>
  (await data.cart()).map(({ product_id, quantity }) => `${product_id}×${quantity}`);

/** Exchanges; returns every cart that the screen showed meanwhile. */
async function runExchange(): Promise<string[][]> {
  const seen: Promise<string[]>[] = [];
  await exchange.run(new AbortController().signal, () => seen.push(cart()));
  return Promise.all(seen);
}

/** Puts a backup of the server back. */
async function restore(backup: Buffer): Promise<void> {
  await server.shop.restore(backup);
  server.decided.length = 0;
}

it('[OUT1] an outbox has its id from its first operation on, before any exchange', async () => {
  await data.enqueue(add(1));
  const stored = await store.run((database) => database.meta.get('client'));
  expect(stored?.value).toBeTypeOf('string');
  expect(await store.client()).toBe(stored?.value);
});

it('[OUT11] confirmed operations that a backup lacks are sent again in order, and the cart on the screen stays', async () => {
  await data.enqueue(add(1));
  await data.enqueue(put(1, 7));
  await runExchange();
  const backup = await server.shop.backUp();
  for (let count = 0; count < 150; count++) await data.enqueue(add(2 + (count % 3)));
  await runExchange();
  const before = await cart();
  expect(before).toEqual(['1×7', '2×50', '3×50', '4×50']);
  await restore(backup);
  const seen = await runExchange();
  expect(new Set(seen.map(String))).toEqual(new Set([String(before)]));
  expect(server.decided.map(({ number }) => number)).toEqual(Array.from({ length: 152 }, (_, place) => place + 1));
  expect(await cart()).toEqual(before);
  expect(server.cart.map(({ product_id, quantity }) => `${product_id}×${quantity}`)).toEqual(before);
  expect(await data.outbox()).toEqual([]);
});

it('[OUT11] pending operations follow the confirmed ones, and are shown on top of them throughout', async () => {
  await data.enqueue(add(1, 2));
  await runExchange();
  await restore(empty);
  await data.enqueue(put(1, 9));
  expect((await runExchange()).every((shown) => String(shown) === '1×9')).toBe(true);
  expect(await cart()).toEqual(['1×9']);
  expect(server.cart).toMatchObject([{ quantity: 9 }]);
});

it('[OUT11] one that the restored server defers is shown as pending, and the others’ rows are adopted', async () => {
  await data.enqueue(add(1));
  await runExchange();
  const backup = await server.shop.backUp();
  await data.enqueue(add(2));
  await runExchange();
  await restore(backup);
  await server.addOrder(3);
  server.deferred.add(2);
  expect((await runExchange()).every((shown) => String(shown) === '1×1,2×1')).toBe(true);
  expect(await data.orders()).toHaveLength(1);
  expect(await data.cart()).toMatchObject([{ isWaiting: false }, { isWaiting: true }]);
  nowMs += 60_000;
  await runExchange();
  expect(await data.cart()).toMatchObject([{ isWaiting: false }, { isWaiting: false }]);
  expect(server.decided.map(({ number }) => number)).toEqual([1, 2]);
});

it('[OUT11] a second restore in the middle sends everything again', async () => {
  await data.enqueue(add(1));
  await runExchange();
  await restore(empty);
  server.fault = 'unanswered';
  await runExchange().catch(() => undefined);
  server.fault = 'none';
  await restore(empty);
  await runExchange();
  expect(await cart()).toEqual(['1×1']);
  expect(server.cart).toMatchObject([{ product_id: 1, quantity: 1 }]);
});

it.each(['before', 'after'])(
  '[OUT11] a late answer of the earlier epoch, %s the rows are replaced, decides nothing',
  async (when) => {
    await data.enqueue(add(1));
    await runExchange();
    await data.enqueue(add(2));
    const asked = await store.cursor();
    const [{ id } = { id: '' }] = await store.listWaiting();
    const answer = await server.fetch(`${SHOP}/api/sync/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client: await store.client(),
        user: server.sub,
        cursor: asked,
        ops: [{ id, number: 2, ...add(2) }],
      }),
    });
    const { results, changes } = (await answer.json()) as Pick<Exchange, 'results' | 'changes'>;
    await restore(empty);
    if (when === 'after') await runExchange();
    else {
      const { epoch } = await server.changes();
      await store.run((database) =>
        database.transaction('rw', database.tables, () => repeatOperations(database, epoch)),
      );
    }
    expect(await store.apply({ results, changes, asked, keepsCart: false, atMs: nowMs })).toBe(false);
    await runExchange();
    expect(server.cart.map(({ product_id }) => product_id)).toEqual([1, 2]);
    expect(await cart()).toEqual(['1×1', '2×1']);
  },
);

/** Fails after so many calls of the device that they cannot be but a loop. */
function countCalls(onCall: (body: unknown) => void = () => undefined): void {
  const { fetch: fetchOnce } = server;
  let calls = 0;
  server.fetch = async (...call) => {
    calls += 1;
    if (calls > 50) throw new Error('the device calls the server again and again');
    onCall(call[1]?.body);
    return fetchOnce(...call);
  };
}

it('[OUT11] rows of several pages are left until operations that the restored server defers are decided', async () => {
  close();
  await start({ ordersPerPage: 1 });
  for (const product of [1, 2]) await server.addOrder(product);
  const backup = await server.shop.backUp();
  for (let product = 101; product <= 150; product++) await data.enqueue(add(product));
  await runExchange();
  const before = await cart();
  await restore(backup);
  server.deferred.add(5);
  countCalls();
  const seen = await runExchange();
  expect(new Set(seen.map(String))).toEqual(new Set([String(before)]));
  nowMs += 60_000;
  await runExchange();
  expect(server.cart).toHaveLength(50);
  expect(await data.orders()).toHaveLength(2);
  expect(await data.outbox()).toEqual([]);
});

it('[OUT11] a backup that is restored and taken back leaves a device as it was, whatever it has sent again', async () => {
  await data.enqueue(add(1));
  await data.enqueue(add(2));
  await runExchange();
  const original = await server.shop.backUp();
  await restore(empty);
  server.fault = 'unanswered';
  server.spares = true;
  await runExchange().catch(() => undefined);
  await data.enqueue(add(3));
  server.fault = 'none';
  await restore(original);
  countCalls();
  await runExchange();
  expect(await cart()).toEqual(['1×1', '2×1', '3×1']);
  expect(server.decided.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await data.outbox()).toEqual([]);
  expect(await store.run((database) => database.confirmed.count())).toBe(3);
});

it('[OUT11] a confirmed operation whose result the server has deleted long ago is not in doubt', async () => {
  await data.enqueue(add(1));
  await runExchange();
  const backup = await server.shop.backUp();
  await server.act(add(2));
  await restore(backup);
  await server.forgetResults();
  await runExchange();
  expect(await data.outbox()).toEqual([]);
  expect(await cart()).toEqual(['1×1']);
});

it('[OUT1] a message that is released while a push is prepared is not acknowledged', async () => {
  await data.enqueue(add(1));
  await data.enqueue(add(2));
  const [first] = await store.listWaiting();
  await store.run((database) => database.operations.update(first?.id ?? '', { state: 'held' }));
  const { exchangeContext } = store;
  store.exchangeContext = async () => {
    await store.run((database) => database.operations.update(first?.id ?? '', { state: 'waiting' }));
    return exchangeContext.call(store);
  };
  const bodies: { acknowledged?: number }[] = [];
  countCalls((body) => {
    if (typeof body === 'string') bodies.push(JSON.parse(body) as { acknowledged?: number });
  });
  await runExchange();
  expect(bodies.map(({ acknowledged }) => acknowledged)).toEqual([0, 0]);
});

it('[OUT11] confirmed operations are kept for some days, up to a limit, out of the way of the outbox', async () => {
  const count = () => store.run((database) => database.confirmed.count());
  await data.enqueue(add(1));
  await runExchange();
  expect(await count()).toBe(1);
  expect(await store.run((database) => database.operations.count())).toBe(0);
  nowMs += (CONFIRMED_DAYS - 1) * DAY_MS;
  await data.enqueue(add(1));
  await runExchange();
  expect(await count()).toBe(2);
  nowMs += 2 * DAY_MS;
  await data.enqueue(add(1));
  await runExchange();
  expect(await count()).toBe(2);
  const many = Array.from({ length: MAX_CONFIRMED_OPERATIONS }, (_, place) => ({
    ...createOutboxRecord(put(1, 3), null),
    number: 10 + place,
  }));
  await store.run((database) => confirmOperations(database, many, nowMs));
  expect(await count()).toBe(MAX_CONFIRMED_OPERATIONS);
  expect(await store.run((database) => database.confirmed.orderBy('number').first())).toMatchObject({ number: 10 });
});
