import { afterEach, beforeEach, expect, it } from 'vitest';
import { add, AccountDevice, put, showLines } from '../testing/account-device.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { AccountServer } from '../testing/account-server.ts';
import { ShopServer } from '../testing/shop-server.ts';
import { purchaseOf } from '#api/testing/apps/order-app.ts';
import { purchase } from './purchases.ts';

const DAY_MS = 86_400_000;
/** More calls than this can only be a loop. */
const MANY = 50;

let device: AccountDevice;
beforeEach(() => {
  device = new AccountDevice(new AccountServer());
});
afterEach(() => device.close());

const addMany = async (count: number): Promise<void> => {
  for (let place = 0; place < count; place += 1) await device.data.enqueue(add(2 + (place % 3)));
};

/** Exchanges until all is done, or until the network is lost after `calls` calls; returns every cart that the screen showed meanwhile. */
async function run(calls = MANY): Promise<readonly string[]> {
  device.callsLeft = calls;
  const seen: Promise<string>[] = [];
  await device
    .sync(() => seen.push(device.cart()))
    .catch((error: unknown) => {
      if (calls === MANY) throw error;
    });
  return [...new Set(await Promise.all([...seen, device.cart()]))];
}

/** Enqueues an operation and exchanges until it is done. */
async function tap(mutation: Mutation): Promise<void> {
  await device.data.enqueue(mutation);
  await run();
}

const numbersUpTo = (last: number): number[] => Array.from({ length: last }, (_, place) => place + 1);
const decidedNumbers = (): number[] => device.server.decided.map(({ number }) => number);

it.each(['a second restore', 'undoing it'])(
  '[OUT11] a restore, then %s while operations are being repeated, loses and duplicates nothing',
  async (kind) => {
    await addMany(250);
    await run();
    const original = await device.server.shop.backUp();
    await device.server.restored(0);
    await run(2);
    expect(device.server.decided).toHaveLength(100);
    await device.data.enqueue(add(1));
    await (kind === 'a second restore' ? device.server.restored(0) : device.server.putBack(original));
    expect(await run()).toEqual(['2×84 3×83 4×83 1×1']);
    expect(decidedNumbers()).toEqual(numbersUpTo(251));
    expect(showLines(device.server.cart)).toBe(await device.cart());
    expect(await device.data.outbox()).toEqual([]);
  },
);

it.each(['halfway through the repetition', 'after it'])(
  '[OUT11] a second restore during or after the repetition of operations (%s), then taps on another device, lose and duplicate nothing',
  async (when) => {
    await addMany(150);
    const backup = await device.server.shop.backUp();
    await run();
    await device.server.putBack(backup);
    await run(when === 'after it' ? MANY : 2);
    await device.server.putBack(backup);
    // Enough operations on the other device to take every number that the restore lost.
    await device.server.act(add(9));
    for (let taps = 0; taps < 200; taps += 1) await device.server.act(put(9, 1 + (taps % 2)));
    expect((await run()).at(-1)).toBe('9×2 2×50 3×50 4×50');
    expect(showLines(device.server.cart)).toBe(await device.cart());
    expect(await device.data.outbox()).toEqual([]);
  },
);

/** Freezes a tab while it holds the answer to its call. */
async function freezeExchange(): Promise<{
  readonly late: Promise<unknown>;
  readonly frozen: PromiseWithResolvers<void>;
}> {
  const frozen = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { fetch } = device.server;
  device.server.fetch = async (...call) => {
    const answer = await fetch(...call);
    answered.resolve();
    await frozen.promise;
    return answer;
  };
  const late = device.sync();
  await answered.promise;
  device.server.fetch = fetch;
  return { late, frozen };
}

it.each<[what: string, restore: (backup: Buffer) => Promise<void>, taps: number, calls: number, cart: string]>([
  ['of the previous epoch, before rows are replaced,', () => device.server.restored(0), 1, 1, '9×1 1×1 2×1'],
  ['of the previous epoch, after rows are replaced,', () => device.server.restored(0), 1, MANY, '9×1 1×1 2×1'],
  ['whose rows are part of the next history', (backup) => device.server.putBack(backup), 3, MANY, '1×1 9×3 2×1'],
])('[OUT13] a late answer %s loses no tap', async (_what, restore, taps, calls, cart) => {
  await tap(add(1));
  const backup = await device.server.shop.backUp();
  await device.data.enqueue(add(2));
  const { late, frozen } = await freezeExchange();
  await restore(backup);
  for (let count = 0; count < taps; count += 1) await device.server.act(add(9));
  device.server.deferred.add(2);
  device.handOver();
  await run(calls);
  device.callsLeft = MANY;
  frozen.resolve();
  await late;
  for (const _ of ['deferred', 'decided']) {
    device.nowMs += 60_000;
    await run();
    expect(await device.cart()).toBe(cart);
  }
  expect(showLines(device.server.cart)).toBe(cart);
});

it('[OUT11] operations that the restored server defers are shown as pending on top of its rows', async () => {
  await addMany(150);
  await run();
  await device.server.restored(1);
  await device.server.addOrder('new');
  device.server.deferred.add(5);
  const [, , line] = await device.data.cart();
  expect(line?.isWaiting).toBe(false);
  expect(await run()).toEqual(['2×50 3×50 4×50']);
  expect(await device.orders()).toBe('new');
  expect((await device.data.cart()).map(({ isWaiting }) => isWaiting)).toEqual([true, true, true]);
  device.nowMs += 60_000;
  expect(await run()).toEqual(['2×50 3×50 4×50']);
  expect(decidedNumbers()).toEqual(numbersUpTo(150));
  expect(await device.data.outbox()).toEqual([]);
});

it('[OUT11] the device’s clock does not decide what is sent again: no operation is lost after the clock was 20 days ahead', async () => {
  await tap(add(1));
  device.nowMs += 20 * DAY_MS;
  await tap(add(2));
  device.nowMs -= 20 * DAY_MS;
  await device.server.restored(0);
  expect(await run()).toEqual(['1×1 2×1']);
  expect(showLines(device.server.cart)).toBe('1×1 2×1');
});

it('[OUT11] an operation that was applied before it was discarded stays applied, also on a restored server', async () => {
  await device.data.enqueue(add(1));
  const [operation] = await device.data.outbox();
  await run();
  await device.data.discard(operation?.id ?? '');
  await device.server.restored(0);
  expect(await run()).toEqual(['1×1']);
  expect(showLines(device.server.cart)).toBe('1×1');
});

it('[OUT1] a push acknowledges stored results up to the first operation that is held or repeated', async () => {
  const acknowledged: unknown[] = [];
  const { fetch } = device.server;
  device.server.fetch = async (input, init) => {
    if (typeof init?.body === 'string')
      acknowledged.push((JSON.parse(init.body) as Record<string, unknown>)['acknowledged']);
    return fetch(input, init);
  };
  for (const id of [1, 2]) await tap(add(id));
  const { chats } = device.data;
  const chat = await chats.start({ product_id: 7, title: '', preview: '', placeholder: '', buyer_name: '' });
  await chats.send(chat, { content: '', photos: [await chats.addPhoto(chat, new Blob(['x']))] });
  for (const id of [3, 4]) await tap(add(id));
  await device.server.restored(1);
  await tap(add(5));
  await tap(add(6));
  expect(acknowledged).toEqual([0, 1, 2, 3, 3, 0, 3]);
});

it('[OUT11] a confirmed operation whose result the server has deleted long ago is not in doubt', async () => {
  await tap(add(1));
  const backup = await device.server.shop.backUp();
  await device.server.act(add(2));
  await run();
  await device.server.putBack(backup);
  await device.server.forgetResults();
  expect((await run()).at(-1)).toBe('1×1');
  expect(await device.data.outbox()).toEqual([]);
});

it('[OUT13] a reset of several pages shows the old orders until all new ones are here, also after the tab was closed', async () => {
  device.server = new AccountServer('alice', new ShopServer({ ordersPerPage: 2 }));
  for (const id of ['a', 'b', 'c', 'd', 'e']) await device.server.addOrder(id);
  await run();
  const hidden = { name: 'deleteOrder', args: { payment_id: 'pay-c' } } as const;
  const before = 'e d c b a';
  expect(await device.orders()).toBe(before);
  await device.server.restored(0);
  for (const id of ['a', 'b', 'c', 'd', 'f']) await device.server.addOrder(id);
  await run(1);
  expect(await device.orders()).toBe(before);
  await run(1);
  expect(await device.orders()).toBe(before);
  device.handOver();
  await run(2);
  expect(await device.orders()).toBe(before);
  device.server.deferred.add(1);
  await device.data.enqueue(hidden);
  expect(await device.orders()).toBe('e d b a');
  await run();
  expect(await device.orders()).toBe('f d b a');
});

/** Buys what `add(1)` has put into the cart. */
function buy() {
  const { store, client, server } = device;
  const input = { ...purchaseOf(server.sub, 1), product_id: 1, condition: 'good' as const, total_amount: 5 };
  return purchase({ store, client, now: () => device.nowMs, flush: () => device.sync() }, input);
}

it('[OUT9] a late pull does not bring a bought line back into the cart', async () => {
  await tap(add(1));
  await device.server.act(add(2));
  const { late, frozen } = await freezeExchange();
  expect(await buy()).toMatchObject({ ok: true });
  // No newer answer follows the late one.
  device.callsLeft = 0;
  frozen.resolve();
  await late.catch(() => undefined);
  expect(await device.cart()).toBe('');
  await run();
  expect(await device.cart()).toBe('2×1');
});

it('[OUT9] an order that a server loses in a restore is gone from the device after the next exchange', async () => {
  await tap(add(1));
  await run();
  const backup = await device.server.shop.backUp();
  expect(await buy()).toMatchObject({ ok: true });
  expect(await device.data.orders()).toHaveLength(1);
  await device.server.putBack(backup);
  await run();
  expect(await device.data.orders()).toEqual([]);
  expect([await device.cart(), showLines(device.server.cart)]).toEqual(['1×1', '1×1']);
});

it('[OUT9] a purchase orders nothing on a restored server until the device has repeated what the server lacks', async () => {
  await device.server.changes();
  const backup = await device.server.shop.backUp();
  await tap(add(1));
  await device.server.putBack(backup);
  // This operation takes the number of the lost one.
  await device.server.act(add(9));
  expect(await buy()).toMatchObject({ ok: false });
  await run();
  expect(await device.cart()).toBe('9×1 1×1');
  expect(await buy()).toMatchObject({ ok: true });
  await run();
  expect([await device.cart(), showLines(device.server.cart)]).toEqual(['9×1', '9×1']);
  expect(await device.data.orders()).toHaveLength(1);
});
