import fc from 'fast-check';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/orders/cart.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import type { UserData } from '../api/account-api.ts';
import { overlayCart } from './overlay-cart.ts';
import { openUserData } from './open-user-data.ts';
import { listOpen } from '../outbox/operations-table.ts';
import { UserStore } from './store/user-store.ts';
import { createApiClient } from '../server/api-client.ts';
import { AccountServer, MISSING_PRODUCT } from '../testing/account-server.ts';
import type { Fault } from '../testing/account-server.ts';
import { AccountExchange } from './exchange.ts';

const SHOP = 'http://shop.example';
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
const remove = (product_id: number): Mutation => ({ name: 'removeCartItem', args: { product_id, condition: 'good' } });

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

it('[OUT1] an operation on rows of a later page is sent once, and shown until these rows are here', async () => {
  const server = new AccountServer();
  const device = createDevice(server);
  for (const id of ['a', 'b', 'c']) server.addOrder(id);
  await device.exchange();
  for (const id of ['d', 'e', 'f']) server.addOrder(id);
  server.ordersPerPage = 1;
  await device.data.enqueue({ name: 'deleteOrder', args: { payment_id: 'pay-c' } });
  await device.exchange('none', async () =>
    expect((await device.data.orders()).map(({ id }) => id)).not.toContain('c'),
  );
  expect(server.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  expect(await device.data.outbox()).toEqual([]);
  expect((await device.data.orders()).map(({ id }) => id)).toEqual(['f', 'e', 'd', 'b', 'a']);
});

describe('[OUT2] a rejected operation', () => {
  it('is stored with its reason, is undone, and blocks nothing', async () => {
    const device = createDevice(new AccountServer());
    for (const mutation of [add(1), add(MISSING_PRODUCT), add(2)]) await device.data.enqueue(mutation);
    await device.exchange();
    expect(await cartOf(device)).toEqual(['1×1', '2×1']);
    expect(await device.data.outbox()).toMatchObject([
      { mutation: add(MISSING_PRODUCT), refusal: { code: 'not-found', detail: 'not-found' } },
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
    const order = server.addOrder('a');
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
    server.addOrder('a', { created_at: '2026-01-01T00:00:00.000Z' });
    server.addOrder('b', { created_at: '2026-01-02T00:00:00.000Z', payment_status: 'finished' });
    const device = createDevice(server);
    await device.exchange();
    expect((await device.data.orders()).map(({ id }) => id)).toEqual(['b', 'a']);
    await device.data.enqueue({ name: 'deleteOrder', args: { payment_id: 'pay-b' } });
    await device.data.enqueue({ name: 'deleteOrder', args: { payment_id: 'pay-a' } });
    expect(await device.data.orders()).toEqual([]);
    await device.exchange();
    expect((await device.data.orders()).map(({ id }) => id)).toEqual(['b']);
    expect(await device.data.outbox()).toMatchObject([{ refusal: { code: 'payment-in-progress' } }]);
  });
});

describe('[OUT6] downloads', () => {
  it('arrive while nothing can be sent, except for a cart that would be counted twice', async () => {
    const server = new AccountServer();
    const device = createDevice(server);
    await device.data.enqueue(put(1, 2));
    server.changeCart({
      name: 'addCartItem',
      args: { product_id: 2, condition: 'good', quantity: 1, price_seen: '5' },
    });
    server.addOrder('a');
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
    server.addOrder('b');
    await fail();
    expect(await cartOf(device)).toEqual(['2×2']);
    expect((await device.data.orders()).length).toBe(2);
    await device.exchange();
    expect(await cartOf(device)).toEqual(['2×2']);
  });
});

describe('[OUT7] devices of one user', () => {
  const product = fc.constantFrom(1, 2, 3, MISSING_PRODUCT);
  const quantity = fc.integer({ min: 1, max: 4 });
  const mutation = fc.oneof(
    fc.tuple(product, quantity).map(([id, count]) => add(id, count)),
    fc.tuple(product, quantity).map(([id, count]) => put(id, count)),
    product.map((id) => remove(id)),
  );
  const who = fc.nat({ max: 1 });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('do' as const), who, mutation }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('exchange' as const),
        who,
        fault: fc.constantFrom<Fault>('none', 'none', 'lost', 'unanswered', 'doubled', 'refused', 'failed'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('put off' as const), op: fc.integer({ min: 1, max: 20 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('hand over' as const), who }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('spare' as const), spares: fc.boolean() }) },
  );

  /** A device shows the server's cart at its cursor, with exactly those of its own operations on top that this cart lacks. */
  const expectHonest = async (device: Device): Promise<void> => {
    const { server, store } = device;
    const [{ cart: cursor, epoch }, operations, lines] = await store.run((database) =>
      database.transaction('r', database.tables, () =>
        Promise.all([store.cursor(), listOpen(database), database.cart.toArray()]),
      ),
    );
    const isIncluded = (id: string): boolean => (server.appliedAt.get(id) ?? Infinity) <= cursor;
    const missing = operations.filter(({ id }) => !isIncluded(id));
    const confirmed = epoch === '' ? [] : (server.carts[cursor] ?? []);
    expect(show(overlayCart(lines, operations))).toEqual(show(overlayCart(confirmed, missing)));
  };

  it('converge, apply everything once and in order, and never show what no user did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (history) => {
        const server = new AccountServer();
        const devices = [createDevice(server), createDevice(server)] as const;
        let done = 0;
        for (const event of history) {
          if (event.kind === 'put off') server.deferred.add(event.op);
          else if (event.kind === 'spare') server.spares = event.spares;
          else {
            const device = devices[event.who === 0 ? 0 : 1];
            if (event.kind === 'do') {
              await device.data.enqueue(event.mutation);
              done += 1;
            } else if (event.kind === 'hand over') device.handOver();
            else await device.exchange(event.fault, () => expectHonest(device));
            await expectHonest(device);
          }
        }
        server.deferred.clear();
        for (const device of [...devices, ...devices]) {
          while ((await device.store.listWaiting()).length > 0) await device.exchange();
          await device.exchange();
        }
        for (const device of devices) expect(await cartOf(device)).toEqual(show(server.cart));
        expect(server.decided.length).toBe(done);
        for (const device of devices) {
          const client = await device.store.client();
          const numbers = server.decided.filter((decision) => decision.client === client).map(({ number }) => number);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
        for (const device of devices) device.close();
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
