import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Mutation } from '#contract/http/mutations.ts';
import { createApiClient } from '../server/api-client.ts';
import { AccountServer } from '../testing/account-server.ts';
import { AccountExchange } from './exchange.ts';
import { openUserData } from './open-user-data.ts';
import { UserStore } from './store/user-store.ts';

const DAY_MS = 86_400_000;

let data: ReturnType<typeof openUserData>;
let store: UserStore;
let server: AccountServer;
let nowMs: number;
/** Calls until the network is lost. */
let callsLeft: number;
let exchange: AccountExchange;

const lead = (): AccountExchange =>
  new AccountExchange({
    store,
    client: createApiClient('http://shop.example', async (...call) => {
      if (--callsLeft < 0) throw new TypeError('the network is lost');
      return server.fetch(...call);
    }),
    user: 'alice',
    now: () => nowMs,
    monotonicNow: () => nowMs,
    random: () => 1,
  });

beforeEach(() => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  data = openUserData('alice', idb);
  store = new UserStore('alice', idb);
  server = new AccountServer('alice');
  nowMs = Date.now();
  exchange = lead();
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
const addMany = async (count: number): Promise<void> => {
  for (let place = 0; place < count; place += 1) await data.enqueue(add(2 + (place % 3)));
};

const show = (lines: readonly { readonly product_id: number; readonly quantity: number }[]): string =>
  lines.map(({ product_id, quantity }) => `${product_id}×${quantity}`).join(' ');
const cart = async (): Promise<string> => show(await data.cart());
const orders = async (): Promise<string> => (await data.orders()).map(({ id }) => id).join(' ');

/** Exchanges until all is done or the network is lost after so many calls; returns every cart that the screen showed meanwhile. */
async function run(calls = 50): Promise<readonly string[]> {
  callsLeft = calls;
  const seen: Promise<string>[] = [];
  await exchange
    .run(new AbortController().signal, () => seen.push(cart()))
    .catch((error: unknown) => {
      // So many calls cannot be but a loop.
      if (calls === 50) throw error;
    });
  return [...new Set(await Promise.all([...seen, cart()]))];
}

const numbersUpTo = (last: number): number[] => Array.from({ length: last }, (_, place) => place + 1);
const decidedNumbers = (): number[] => server.decided.map(({ number }) => number);

it('[OUT11] confirmed operations that a backup lacks are sent again in order, pending ones after them; the cart stays', async () => {
  await data.enqueue(add(1));
  await addMany(150);
  await run();
  server = server.restored(2);
  await data.enqueue(put(1, 7));
  expect(await run()).toEqual(['1×7 2×50 3×50 4×50']);
  expect(decidedNumbers()).toEqual(numbersUpTo(152));
  expect(show(server.cart)).toBe(await cart());
  expect(await data.outbox()).toEqual([]);
});

it('[OUT11] a second restore halfway through the repetition after the first makes the device repeat all again', async () => {
  await addMany(250);
  await run();
  const original = server;
  server = original.restored(0);
  await run(2);
  expect(server.decided).toHaveLength(100);
  server = original.restored(0, 'restored again');
  expect(await run()).toEqual(['2×84 3×83 4×83']);
  expect(decidedNumbers()).toEqual(numbersUpTo(250));
  expect(show(server.cart)).toBe(await cart());
});

it('[OUT11] a backup that is restored and taken back leaves a device as it was, whatever it has sent again', async () => {
  await addMany(150);
  await run();
  const original = server;
  server = original.restored(0);
  await run(2);
  await data.enqueue(add(1));
  server = original;
  expect(await run()).toEqual(['2×50 3×50 4×50 1×1']);
  expect(decidedNumbers()).toEqual(numbersUpTo(151));
  expect(await data.outbox()).toEqual([]);
});

it('[OUT11] operations that the restored server defers are shown as pending on top of its rows', async () => {
  await addMany(150);
  await run();
  server = server.restored(1);
  server.addOrder('new');
  server.deferred.add(5);
  const [, , line] = await data.cart();
  expect(line?.isWaiting).toBe(false);
  expect(await run()).toEqual(['2×50 3×50 4×50']);
  expect(await orders()).toBe('new');
  expect((await data.cart()).map(({ isWaiting }) => isWaiting)).toEqual([true, true, true]);
  nowMs += 60_000;
  expect(await run()).toEqual(['2×50 3×50 4×50']);
  expect(decidedNumbers()).toEqual(numbersUpTo(150));
  expect(await data.outbox()).toEqual([]);
});

it('[OUT11] no clock of the device decides what is sent again: one that was 20 days ahead once costs nothing', async () => {
  await data.enqueue(add(1));
  await run();
  nowMs += 20 * DAY_MS;
  await data.enqueue(add(2));
  await run();
  nowMs -= 20 * DAY_MS;
  server = server.restored(0);
  expect(await run()).toEqual(['1×1 2×1']);
  expect(show(server.cart)).toBe('1×1 2×1');
});

it('[OUT11] a confirmed operation whose result the server has deleted long ago is not in doubt', async () => {
  await data.enqueue(add(1));
  await run();
  server.epoch = 'restored';
  server.forget(server.decided[0]?.id ?? '');
  expect(await run()).toEqual(['1×1']);
  expect(await data.outbox()).toEqual([]);
});

it('[OUT13] a server that was put back within its epoch decides again what it has lost, before others reach its number', async () => {
  await data.enqueue(add(1));
  await data.enqueue(add(2));
  await run();
  const { epoch } = server;
  server = server.restored(1, epoch);
  const { fetch } = server;
  // As it knows by the position of the rows that it has lost some.
  let isFirst = true;
  server.fetch = async (input, init) => {
    const url = new URL(String(input));
    if (isFirst && url.pathname === '/api/sync/account') url.searchParams.set('epoch', '');
    isFirst = false;
    return fetch(url, init);
  };
  expect(await run()).toEqual(['1×1 2×1']);
  server.changeCart(add(3) as Parameters<AccountServer['changeCart']>[0]);
  expect(await run()).toEqual(['1×1 2×1 3×1']);
  expect(show(server.cart)).toBe('1×1 2×1 3×1');
});

it.each(['before', 'after'])(
  '[OUT13] an answer of the epoch before that comes %s the rows are replaced loses no tap',
  async (when) => {
    await data.enqueue(add(1));
    await run();
    await data.enqueue(add(2));
    // A tab that is frozen with the answer to its push.
    const frozen = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const { fetch } = server;
    server.fetch = async (...call) => {
      const answer = await fetch(...call);
      answered.resolve();
      await frozen.promise;
      return answer;
    };
    callsLeft = 50;
    const late = exchange.run(new AbortController().signal, () => undefined);
    await answered.promise;
    server = server.restored(0);
    exchange = lead();
    if (when === 'after') await run();
    else await run(1);
    callsLeft = 50;
    frozen.resolve();
    await late;
    expect(await run()).toEqual(['1×1 2×1']);
    expect(show(server.cart)).toBe('1×1 2×1');
  },
);

it('[OUT13] a reset of several pages shows the old orders until all new ones are here, also after the tab was closed', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) server.addOrder(id);
  await run();
  const hidden = { name: 'deleteOrder', args: { payment_id: 'pay-c' } } as const;
  const before = 'e d c b a';
  expect(await orders()).toBe(before);
  server = server.restored(0);
  for (const id of ['a', 'b', 'c', 'd', 'f']) server.addOrder(id);
  server.ordersPerPage = 2;
  await run(1);
  expect(await orders()).toBe(before);
  await run(1);
  expect(await orders()).toBe(before);
  exchange = lead();
  await run(2);
  expect(await orders()).toBe(before);
  server.deferred.add(1);
  await data.enqueue(hidden);
  expect(await orders()).toBe('e d b a');
  await run();
  expect(await orders()).toBe('f d b a');
});
