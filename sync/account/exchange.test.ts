import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/orders/cart.ts';
import type { Mutation, OperationResult } from '#contract/http/mutations.ts';
import type { UserData } from '../api/account-api.ts';
import { openUserData } from './open-user-data.ts';
import { UserStore } from './store/user-store.ts';
import { createApiClient } from '../server/api-client.ts';
import { AccountServer } from '../testing/account-server.ts';
import type { Fault } from '../testing/account-server.ts';
import { MISSING_PRODUCT } from '../testing/shop-server.ts';
import { AccountExchange } from './exchange.ts';

const SHOP = 'http://shop.example';
const JSON_BODY = { 'content-type': 'application/json' };
const never = new AbortController().signal;

/** A device of the user: its rows as the page has them, and the leader's sync. */
class Device {
  readonly data: UserData;
  readonly store: UserStore;
  #exchange: AccountExchange;
  nowMs = 0;

  readonly server: AccountServer;

  constructor(server: AccountServer) {
    this.server = server;
    const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
    this.data = openUserData(server.sub, idb);
    this.store = new UserStore(server.sub, idb);
    this.#exchange = this.#start();
  }

  #start(): AccountExchange {
    return new AccountExchange({
      store: this.store,
      client: createApiClient(SHOP, this.server.fetch),
      user: this.server.sub,
      now: () => 1,
      monotonicNow: () => this.nowMs,
      random: () => 1,
    });
  }

  /** Exchanges once; returns whether it succeeded. */
  async exchange(fault: Fault = 'none', check: () => Promise<void> = async () => undefined): Promise<boolean> {
    this.server.fault = fault;
    // Deferred operations may be retried.
    this.nowMs += 60_000;
    const checks: Promise<void>[] = [];
    const isThrough = await this.#exchange
      .run(never, () => checks.push(check()))
      .then(
        () => true,
        () => false,
      );
    this.server.fault = 'none';
    await Promise.all(checks);
    return isThrough;
  }

  /** Another tab leads now, without knowledge of what this one has sent. */
  handOver(): void {
    this.#exchange = this.#start();
  }

  close(): void {
    this.data.close();
    this.store.close();
  }
}

const open: Device[] = [];
const createDevice = (server: AccountServer): Device => {
  const device = new Device(server);
  open.push(device);
  return device;
};
afterEach(() => {
  for (const device of open.splice(0)) device.close();
});

const add = (product_id: number, quantity = 1): Mutation => ({
  name: 'addCartItem',
  args: { product_id, condition: 'good', quantity, price_seen: '5' },
});
const put = (product_id: number, quantity: number): Mutation => ({
  name: 'setCartQuantity',
  args: { product_id, condition: 'good', quantity },
});

const show = (lines: readonly CartLine[]): string[] =>
  lines.map(({ product_id, quantity }) => `${product_id}×${quantity}`);
const cartOf = async (device: Device): Promise<string[]> => show(await device.data.cart());

describe('[OUT1] an operation', () => {
  it('is shown at once, sent once, and then part of the confirmed rows', async () => {
    const server = new AccountServer();
    const device = createDevice(server);
    await Promise.all([device.data.enqueue(add(1, 2)), device.data.enqueue(put(1, 5))]);
    expect(await device.data.cart()).toMatchObject([{ product_id: 1, quantity: 5, isWaiting: true }]);
    expect(await device.exchange()).toBe(true);
    expect(server.calls).toEqual(['POST /api/sync/push']);
    expect(await device.data.cart()).toMatchObject([{ product_id: 1, quantity: 5, isWaiting: false, title: 'T1' }]);
    expect(await device.data.outbox()).toEqual([]);
    expect(await device.data.state()).toEqual({ lastSyncedAtMs: 1, problem: null, needsSignIn: false });
  });

  it('is sent with up to 99 others in one request', async () => {
    const server = new AccountServer();
    const device = createDevice(server);
    await Promise.all(Array.from({ length: 101 }, () => device.data.enqueue(add(1))));
    await device.exchange();
    expect(server.calls).toEqual(['POST /api/sync/push', 'POST /api/sync/push']);
    expect(server.decided.map(({ number }) => number)).toEqual(Array.from({ length: 101 }, (_, place) => place + 1));
    expect(await cartOf(device)).toEqual(['1×99']);
  });

  it.each(['unanswered', 'doubled', 'failed', 'lost'] as const)(
    'takes effect once when a call is %s',
    async (fault) => {
      const server = new AccountServer();
      const device = createDevice(server);
      for (let count = 0; count < 10; count++) await device.data.enqueue(add(1));
      await device.exchange(fault);
      expect(await cartOf(device)).toEqual(['1×10']);
      await device.exchange();
      expect(await cartOf(device)).toEqual(['1×10']);
      expect(server.decided.length).toBe(10);
    },
  );
});

describe('[fault 70] an operation acknowledged before the rows include it', () => {
  /** Adds an addition to the outbox and has it decided without rows, as the service worker does. */
  const acknowledge = async ({ data, store, server }: Device): Promise<void> => {
    await data.enqueue(add(1));
    const ops = (await store.listWaiting()).map(({ id, number, mutation }) => ({ id, number, ...mutation }));
    const body = JSON.stringify({ client: await store.client(), user: server.sub, ops });
    const answer = await server.fetch(`${SHOP}/api/sync/push`, { method: 'POST', body, headers: JSON_BODY });
    const { results } = (await answer.json()) as { results: OperationResult[] };
    await store.apply({ results, changes: undefined, asked: undefined, keepsCart: false, atMs: 1 });
    server.calls.length = 0;
    server.decided.length = 0;
  };

  it('is sent again to a server whose backup was restored', async () => {
    const server = new AccountServer();
    const device = createDevice(server);
    await device.exchange();
    const backup = await server.shop.backUp();
    await acknowledge(device);
    await server.shop.restore(backup);
    await device.exchange();
    expect(server.decided).toMatchObject([{ number: 1 }]);
    expect(await device.data.cart()).toMatchObject([{ product_id: 1, quantity: 1, isWaiting: false }]);
  });

  it('is not sent again by a device without rows', async () => {
    const server = new AccountServer();
    const device = createDevice(server);
    await acknowledge(device);
    await device.exchange();
    expect(server.calls).toEqual(['GET /api/sync/account']);
    expect(await cartOf(device)).toEqual(['1×1']);
  });
});

describe('[OUT2] a rejected operation', () => {
  it('is stored with its reason, is undone, and blocks nothing', async () => {
    const device = createDevice(new AccountServer());
    for (const mutation of [add(1), add(MISSING_PRODUCT), add(2)]) await device.data.enqueue(mutation);
    await device.exchange();
    expect(await cartOf(device)).toEqual(['1×1', '2×1']);
    expect(await device.data.outbox()).toMatchObject([
      { mutation: add(MISSING_PRODUCT), refusal: { code: 'not-found' } },
    ]);
  });

  it('can be sent again, changed, under a new id, or discarded', async () => {
    const server = new AccountServer();
    const device = createDevice(server);
    await device.data.enqueue(add(MISSING_PRODUCT));
    await device.data.enqueue(add(MISSING_PRODUCT, 2));
    await device.exchange();
    const [first, second] = await device.data.outbox();
    await device.data.sendAgain(first?.id ?? '', add(3));
    await device.data.discard(second?.id ?? '');
    expect(await device.data.outbox()).toMatchObject([{ mutation: add(3), refusal: null }]);
    await device.exchange();
    expect(await cartOf(device)).toEqual(['3×1']);
    expect(server.decided.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('is found if the server cannot read the whole push', async () => {
    const device = createDevice(new AccountServer());
    await device.data.enqueue(add(1));
    await device.data.enqueue({ name: 'removeCartItem', args: undefined } as unknown as Mutation);
    await device.data.enqueue(add(2));
    await device.exchange();
    expect(await device.data.outbox()).toMatchObject([
      { mutation: { name: 'removeCartItem' }, refusal: { code: 'bad-request' } },
    ]);
    expect(await device.store.listWaiting()).toEqual([]);
  });
});

describe('[OUT4] a deferred operation', () => {
  it('blocks only its own key, and is sent again in order', async () => {
    const server = new AccountServer();
    const order = await server.addOrder();
    const device = createDevice(server);
    server.deferred.add(2);
    await device.data.enqueue({ name: 'deleteOrder', args: { payment_id: order.payment_id } });
    await device.data.enqueue(add(1));
    await device.data.enqueue(add(1, 2));
    await device.exchange();
    expect(await device.data.orders()).toEqual([]);
    expect((await device.store.listWaiting()).map(({ number }) => number)).toEqual([2, 3]);
    await device.exchange();
    expect(server.decided.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await cartOf(device)).toEqual(['1×3']);
  });
});

it('[OUT4] an operation deferred repeatedly is retried ever later, the next one as soon as at first', async () => {
  const server = new AccountServer();
  const device = createDevice(server);
  let nowMs = 0;
  const exchange = new AccountExchange({
    store: device.store,
    client: createApiClient(SHOP, server.fetch),
    user: server.sub,
    now: () => 1,
    monotonicNow: () => nowMs,
    random: () => 1,
  });
  const runExchange = async (): Promise<number> => {
    nowMs = exchange.nextTryMs ?? nowMs;
    await exchange.run(never, () => undefined);
    return (exchange.nextTryMs ?? nowMs) - nowMs;
  };
  const delays: number[] = [];
  await device.data.enqueue(add(1));
  for (let attempt = 0; attempt < 8; attempt++) {
    server.deferred.add(1);
    delays.push(await runExchange());
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
  expect(await runExchange()).toBe(0);
  await device.data.enqueue(add(2));
  server.deferred.add(2);
  expect(await runExchange()).toBe(1_000);
});

describe('[OUT5] orders', () => {
  it('are listed newest first, follow the server, and stay if their deletion was rejected', async () => {
    const server = new AccountServer();
    const [first, second] = [await server.addOrder(1), await server.addOrder(2)];
    const device = createDevice(server);
    await device.exchange();
    const listIds = async (): Promise<string[]> => (await device.data.orders()).map(({ id }) => id);
    expect(await listIds()).toEqual([second.id, first.id]);
    const { writer } = server.shop.app.context.database;
    await writer.updateTable('purchase').set({ status: 'sending' }).where('id', '=', second.id).execute();
    await device.data.enqueue({ name: 'deleteOrder', args: { payment_id: second.payment_id } });
    await device.data.enqueue({ name: 'deleteOrder', args: { payment_id: first.payment_id } });
    expect(await device.data.orders()).toEqual([]);
    await device.exchange();
    expect(await listIds()).toEqual([second.id]);
    expect(await device.data.outbox()).toMatchObject([{ refusal: { code: 'payment-in-progress' } }]);
  });
});

describe('[OUT6] downloads', () => {
  it('arrive while nothing can be sent, except for a cart that would be counted twice', async () => {
    const server = new AccountServer();
    const device = createDevice(server);
    await device.data.enqueue(put(1, 2));
    await server.act(add(2));
    await server.addOrder(3);
    const pushDown: typeof fetch = async (input, init) => {
      if (String(input).endsWith('/push')) {
        await server.fetch(input, init);
        throw new TypeError('cut');
      }
      return server.fetch(input, init);
    };
    const exchange = new AccountExchange({
      store: device.store,
      client: createApiClient(SHOP, pushDown),
      user: server.sub,
      now: () => 1,
      monotonicNow: () => 1,
      random: () => 1,
    });
    const fail = () => expect(exchange.run(never, () => undefined)).rejects.toThrow('does not answer');
    await fail();
    expect(await cartOf(device)).toEqual(['2×1']);
    expect((await device.data.orders()).length).toBe(1);
    await device.data.enqueue(add(2));
    await server.addOrder(4);
    await fail();
    expect(await cartOf(device)).toEqual(['2×2']);
    expect((await device.data.orders()).length).toBe(2);
    await device.exchange();
    expect(await cartOf(device)).toEqual(['2×2']);
  });
});
