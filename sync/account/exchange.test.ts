import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mutation } from '#contract/http/mutations.ts';
import { overlayCart } from './overlay-cart.ts';
import { listOpen } from '../outbox/operations-table.ts';
import { add, AccountDevice, put, remove, showLines } from '../testing/account-device.ts';
import { AccountServer, MISSING_PRODUCT } from '../testing/account-server.ts';
import type { Fault } from '../testing/account-server.ts';

let server: AccountServer;
let device: AccountDevice;
beforeEach(() => {
  server = new AccountServer();
  device = new AccountDevice(server);
});
afterEach(() => device.close());

const enqueue = async (...mutations: readonly Mutation[]): Promise<void> => {
  for (const mutation of mutations) await device.data.enqueue(mutation);
};
const hide = (payment_id: string) => ({ name: 'deleteOrder', args: { payment_id } }) as const;
const decided = (): number[] => server.decided.map(({ number }) => number);

it('[OUT1] an operation is shown at once, sent once, and then part of the confirmed rows', async () => {
  await Promise.all([device.data.enqueue(add(1, 2)), device.data.enqueue(put(1, 5))]);
  expect(await device.data.cart()).toMatchObject([{ product_id: 1, quantity: 5, isWaiting: true }]);
  expect(await device.exchange()).toBe(true);
  expect(server.calls).toEqual(['POST /api/sync/push']);
  expect(await device.data.cart()).toMatchObject([{ product_id: 1, quantity: 5, isWaiting: false, title: 'T1' }]);
  expect(await device.data.outbox()).toEqual([]);
  expect(await device.data.state()).toEqual({ lastSyncedAtMs: device.nowMs, problem: null, needsSignIn: false });
});

it('[OUT1] an operation is sent with up to 99 others in one request', async () => {
  await Promise.all(Array.from({ length: 101 }, () => device.data.enqueue(add(1))));
  await device.exchange();
  expect(server.calls).toEqual(['POST /api/sync/push', 'POST /api/sync/push']);
  expect(decided()).toEqual(Array.from({ length: 101 }, (_, place) => place + 1));
  expect(await device.cart()).toBe('1×99');
});

it('[OUT1] an operation on rows of a later page is sent once, and shown until these rows are here', async () => {
  for (const id of ['a', 'b', 'c']) server.addOrder(id);
  await device.exchange();
  for (const id of ['d', 'e', 'f']) server.addOrder(id);
  server.ordersPerPage = 1;
  await enqueue(hide('pay-c'));
  await device.exchange('none', async () => expect(await device.orders()).not.toContain('c'));
  expect(server.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  expect(await device.data.outbox()).toEqual([]);
  expect(await device.orders()).toBe('f e d b a');
});

describe('[OUT2] a rejected operation', () => {
  it('is stored with its reason, is undone, blocks nothing, and is sent again under a new id or discarded', async () => {
    await enqueue(add(1), add(MISSING_PRODUCT), add(2), add(MISSING_PRODUCT, 2));
    await device.exchange();
    expect(await device.cart()).toBe('1×1 2×1');
    const [first, second] = await device.data.outbox();
    const refusal = { code: 'not-found', detail: 'not-found' };
    expect([first, second]).toMatchObject([{ mutation: add(MISSING_PRODUCT), refusal }, { refusal }]);
    await device.data.sendAgain(first?.id ?? '', add(3));
    await device.data.discard(second?.id ?? '');
    expect(await device.data.outbox()).toMatchObject([{ mutation: add(3), refusal: null }]);
    await device.exchange();
    expect(await device.cart()).toBe('1×1 2×1 3×1');
    expect(decided()).toEqual([1, 2, 3, 4, 5]);
  });

  it('is found if the server cannot read the whole push', async () => {
    await enqueue(add(1), { name: 'removeCartItem', args: undefined } as unknown as Mutation, add(2));
    await device.exchange();
    expect(await device.data.outbox()).toMatchObject([
      { mutation: { name: 'removeCartItem' }, refusal: { code: 'bad-request' } },
    ]);
  });
});

it('[OUT4] a deferred operation blocks only its own key, and is sent again in order', async () => {
  server.addOrder('a');
  server.deferred.add(2);
  await enqueue(hide('pay-a'), add(1), add(1, 2));
  await device.exchange();
  expect(await device.orders()).toBe('');
  expect((await device.store.listWaiting()).map(({ number }) => number)).toEqual([2, 3]);
  await device.exchange();
  expect(decided()).toEqual([1, 2, 3]);
  expect(await device.cart()).toBe('1×3');
});

it('[OUT4] an operation deferred repeatedly is retried ever later, the next one as soon as at first', async () => {
  const runExchange = async (): Promise<number> => {
    device.nowMs = device.nextTryMs ?? device.nowMs;
    await device.sync();
    return (device.nextTryMs ?? device.nowMs) - device.nowMs;
  };
  const delays: number[] = [];
  await enqueue(add(1));
  for (let attempt = 0; attempt < 8; attempt++) {
    server.deferred.add(1);
    delays.push(await runExchange());
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
  expect(await runExchange()).toBe(0);
  await enqueue(add(2));
  server.deferred.add(2);
  expect(await runExchange()).toBe(1_000);
});

it('[OUT5] orders are listed newest first, follow the server, and stay if their deletion was rejected', async () => {
  server.addOrder('a', { created_at: '2026-01-01T00:00:00.000Z' });
  server.addOrder('b', { created_at: '2026-01-02T00:00:00.000Z', payment_status: 'finished' });
  await device.exchange();
  expect(await device.orders()).toBe('b a');
  await enqueue(hide('pay-b'), hide('pay-a'));
  expect(await device.orders()).toBe('');
  await device.exchange();
  expect(await device.orders()).toBe('b');
  expect(await device.data.outbox()).toMatchObject([{ refusal: { code: 'payment-in-progress' } }]);
});

it('[OUT6] downloads arrive while nothing can be sent, except for a cart that would be counted twice', async () => {
  await enqueue(put(1, 2));
  server.changeCart(add(2));
  server.addOrder('a');
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const reply = await fetch(input, init);
    if (String(input).endsWith('/push')) throw new TypeError('cut');
    return reply;
  };
  const fail = () => expect(device.sync()).rejects.toThrow('does not answer');
  await fail();
  expect([await device.cart(), await device.orders()]).toEqual(['2×1', 'a']);
  await enqueue(add(2));
  server.addOrder('b');
  await fail();
  expect([await device.cart(), await device.orders()]).toEqual(['2×2', 'b a']);
  server.fetch = fetch;
  await device.exchange();
  expect(await device.cart()).toBe('2×2');
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
  const expectHonest = async ({ store }: AccountDevice): Promise<void> => {
    const [{ cart: cursor, epoch }, operations, lines] = await store.run((database) =>
      database.transaction('r', database.tables, () =>
        Promise.all([store.cursor(), listOpen(database), database.cart.toArray()]),
      ),
    );
    const isIncluded = (id: string): boolean => (server.appliedAt.get(id) ?? Infinity) <= cursor;
    const missing = operations.filter(({ id }) => !isIncluded(id));
    const confirmed = epoch === '' ? [] : (server.carts[cursor] ?? []);
    expect(showLines(overlayCart(lines, operations))).toBe(showLines(overlayCart(confirmed, missing)));
  };

  it('converge, apply everything once and in order, and never show what no user did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (history) => {
        server = new AccountServer();
        const devices = [new AccountDevice(server), new AccountDevice(server)] as const;
        let done = 0;
        for (const event of history) {
          if (event.kind === 'put off') server.deferred.add(event.op);
          else if (event.kind === 'spare') server.spares = event.spares;
          else {
            const tapped = devices[event.who === 0 ? 0 : 1];
            if (event.kind === 'do') {
              await tapped.data.enqueue(event.mutation);
              done += 1;
            } else if (event.kind === 'hand over') tapped.handOver();
            else await tapped.exchange(event.fault, () => expectHonest(tapped));
            await expectHonest(tapped);
          }
        }
        server.deferred.clear();
        for (const each of [...devices, ...devices]) {
          while ((await each.store.listWaiting()).length > 0) await each.exchange();
          await each.exchange();
        }
        for (const each of devices) expect(await each.cart()).toBe(showLines(server.cart));
        expect(server.decided.length).toBe(done);
        for (const each of devices) {
          const client = await each.store.client();
          const numbers = server.decided.filter((decision) => decision.client === client).map(({ number }) => number);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
        for (const each of devices) each.close();
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
