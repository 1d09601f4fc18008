import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONFIRMED_DAYS, MAX_CONFIRMED_OPERATIONS } from '#contract/limits.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { openUserData } from '../open-user-data.ts';
import { UserStore } from '../store/user-store.ts';
import type { Exchange } from '../store/user-store.ts';
import { createApiClient } from '../../server/api-client.ts';
import { AccountServer } from '../../testing/account-server.ts';
import { AccountExchange } from '../exchange.ts';
import { confirmOperations, repeatOperations } from './operations-table.ts';
import { createOutboxRecord } from '../../api/outbox-record.ts';
import { createWriteIdentity } from '../../api/write-identity.ts';

const DAY_MS = 86_400_000;

let data: ReturnType<typeof openUserData>;
let store: UserStore;
let server: AccountServer;
let nowMs: number;
let exchange: AccountExchange;

beforeEach(() => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  data = openUserData('alice', idb);
  store = new UserStore('alice', idb);
  server = new AccountServer('alice');
  nowMs = Date.now();
  exchange = new AccountExchange({
    store,
    client: createApiClient('http://shop.example', (...call) => server.fetch(...call)),
    user: 'alice',
    now: () => nowMs,
    monotonicNow: () => nowMs,
    random: () => 1,
  });
});
afterEach(() => {
  data.close();
  store.close();
});

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

/** Replaces the server by a restored backup that has the first operations of the device only. */
async function restore(count: number): Promise<void> {
  const known = await store.run((database) => database.confirmed.orderBy('number').limit(count).toArray());
  server = new AccountServer('alice');
  const ops = known.map(({ id, number, mutation }) => ({ id, number, ...mutation }));
  const body = JSON.stringify({ client: await store.client(), user: 'alice', ops });
  await server.fetch('http://shop.example/api/sync/push', { method: 'POST', body });
  server.epoch = 'restored';
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
  for (let count = 0; count < 150; count++) await data.enqueue(add(2 + (count % 3)));
  await runExchange();
  const before = await cart();
  expect(before).toEqual(['1×7', '2×50', '3×50', '4×50']);
  await restore(2);
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
  await restore(0);
  await data.enqueue(put(1, 9));
  expect((await runExchange()).every((shown) => String(shown) === '1×9')).toBe(true);
  expect(await cart()).toEqual(['1×9']);
  expect(server.cart).toMatchObject([{ quantity: 9 }]);
});

it('[OUT11] one that the restored server defers is shown as pending, and the others’ rows are adopted', async () => {
  await data.enqueue(add(1));
  await data.enqueue(add(2));
  await runExchange();
  await restore(1);
  server.addOrder('new');
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
  await restore(0);
  server.fault = 'unanswered';
  await runExchange().catch(() => undefined);
  await restore(0);
  server.epoch = 'restored again';
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
    const answer = await server.fetch('http://shop.example/api/sync/push', {
      method: 'POST',
      body: JSON.stringify({
        client: await store.client(),
        user: 'alice',
        cursor: asked,
        ops: [{ id, number: 2, ...add(2) }],
      }),
    });
    const { results, changes } = (await answer.json()) as Pick<Exchange, 'results' | 'changes'>;
    await restore(0);
    if (when === 'after') await runExchange();
    else
      await store.run((database) =>
        database.transaction('rw', database.tables, () => repeatOperations(database, 'restored')),
      );
    expect(await store.apply({ results, changes, asked, keepsCart: false, atMs: nowMs })).toBe(false);
    await runExchange();
    expect(server.cart.map(({ product_id }) => product_id)).toEqual([1, 2]);
    expect(await cart()).toEqual(['1×1', '2×1']);
  },
);

/** Answers calls of the device, and fails after so many that they cannot be but a loop. */
function interceptCalls(answer: (call: Parameters<typeof fetch>) => Promise<Response>): void {
  let calls = 0;
  server.fetch = async (...call) => {
    calls += 1;
    if (calls > 50) throw new Error('the device calls the server again and again');
    return answer(call);
  };
}

it('[OUT11] rows of several pages are left until operations that the restored server defers are decided', async () => {
  for (let product = 101; product <= 250; product++) await data.enqueue(add(product));
  await runExchange();
  const before = await cart();
  await restore(0);
  server.deferred.add(5);
  const fetchOnce = server.fetch;
  interceptCalls(async (call) => {
    const reply = (await (await fetchOnce(...call)).json()) as { changes?: AccountChanges } & AccountChanges;
    const { reset, orders } = reply.changes ?? reply;
    // There is more than one page.
    orders.more = reset ?? false;
    return Response.json(reply);
  });
  const seen = await runExchange();
  expect(new Set(seen.map(String))).toEqual(new Set([String(before)]));
  nowMs += 60_000;
  await runExchange();
  expect(server.cart).toHaveLength(150);
  expect(await data.outbox()).toEqual([]);
});

it('[OUT11] a backup that is restored and taken back leaves a device as it was, whatever it has sent again', async () => {
  await data.enqueue(add(1));
  await data.enqueue(add(2));
  await runExchange();
  const original = server;
  await restore(0);
  server.fault = 'unanswered';
  server.spares = true;
  await runExchange().catch(() => undefined);
  await data.enqueue(add(3));
  server = original;
  const fetchOnce = server.fetch;
  interceptCalls((call) => fetchOnce(...call));
  await runExchange();
  expect(await cart()).toEqual(['1×1', '2×1', '3×1']);
  expect(server.decided.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await data.outbox()).toEqual([]);
  expect(await store.run((database) => database.confirmed.count())).toBe(3);
});

it('[OUT11] a confirmed operation whose result the server has deleted long ago is not in doubt', async () => {
  await data.enqueue(add(1));
  await runExchange();
  const [known] = await store.run((database) => database.confirmed.toArray());
  server.epoch = 'restored';
  server.forget(known?.id ?? '');
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
  const fetchOnce = server.fetch;
  interceptCalls((call) => {
    if (typeof call[1]?.body === 'string') bodies.push(JSON.parse(call[1].body) as { acknowledged?: number });
    return fetchOnce(...call);
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
    ...createOutboxRecord(createWriteIdentity(), put(1, 3), null),
    number: 10 + place,
  }));
  await store.run((database) => confirmOperations(database, many, nowMs));
  expect(await count()).toBe(MAX_CONFIRMED_OPERATIONS);
  expect(await store.run((database) => database.confirmed.orderBy('number').first())).toMatchObject({ number: 10 });
});
