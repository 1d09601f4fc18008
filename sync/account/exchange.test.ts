import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mutation } from '#contract/http/mutations.ts';
import { add, AccountDevice, put } from '../testing/account-device.ts';
import { AccountServer } from '../testing/account-server.ts';
import { problem } from '../testing/carry-call.ts';
import { MISSING_PRODUCT, ShopServer } from '../testing/shop-server.ts';

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

it('[OUT1] an operation on rows of a later page is sent once, and stays applied until they arrive', async () => {
  device.server = server = new AccountServer('alice', new ShopServer({ ordersPerPage: 1 }));
  for (const id of ['a', 'b', 'c']) await server.addOrder(id);
  await device.exchange();
  server.calls.length = 0;
  for (const id of ['d', 'e', 'f']) await server.addOrder(id);
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
    const rejection = { code: 'not-found' };
    expect([first, second]).toMatchObject([{ mutation: add(MISSING_PRODUCT), rejection }, { rejection }]);
    await device.data.sendAgain(first?.id ?? '', add(3));
    await device.data.discard(second?.id ?? '');
    expect(await device.data.outbox()).toMatchObject([{ mutation: add(3), rejection: null }]);
    await device.exchange();
    expect(await device.cart()).toBe('1×1 2×1 3×1');
    expect(decided()).toEqual([1, 2, 3, 4, 5]);
  });

  it('is found if the server cannot read the whole push', async () => {
    await enqueue(add(1), { name: 'removeCartItem', args: undefined } as unknown as Mutation, add(2));
    await device.exchange();
    expect(await device.data.outbox()).toMatchObject([
      { mutation: { name: 'removeCartItem' }, rejection: { code: 'bad-request' } },
    ]);
  });
});

it('[OUT4] a deferred operation blocks only its own key, and is sent again in order', async () => {
  await server.addOrder('a');
  server.deferred.add(1);
  await enqueue(add(1), add(1, 2));
  await device.exchange();
  await enqueue(hide('pay-a'));
  await device.sync();
  expect(decided()).toEqual([3]);
  await device.exchange();
  expect(decided()).toEqual([3, 1, 2]);
  expect(await device.cart()).toBe('1×3');
});

it('[OUT4] an operation deferred repeatedly is retried ever later; the next one starts with the shortest delay', async () => {
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
  await server.shop.putOrder(
    'a',
    { status: 'waiting', created_at: Date.parse('2026-02-01T00:00:00.000Z') },
    server.sub,
  );
  await server.addOrder('b', 'sending');
  await device.exchange();
  expect(await device.orders()).toBe('a b');
  await enqueue(hide('pay-b'), hide('pay-a'));
  expect(await device.orders()).toBe('');
  await device.exchange();
  expect(await device.orders()).toBe('b');
  expect(await device.data.outbox()).toMatchObject([{ rejection: { code: 'payment-in-progress' } }]);
});

it('[OUT6] rows are pulled while pushes fail, except a cart in which an addition might count twice', async () => {
  await enqueue(put(1, 2));
  await server.act(add(2));
  await server.addOrder('a');
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
  await server.addOrder('b');
  await fail();
  expect([await device.cart(), await device.orders()]).toEqual(['2×2', 'b a']);
  server.fetch = fetch;
  await device.exchange();
  expect(await device.cart()).toBe('2×2');
});

it('[OUT6] an addition in doubt is not counted twice after a smaller push that had no answer either', async () => {
  await server.addOrder('a');
  await enqueue(hide('pay-a'), add(2));
  const { fetch } = server;
  const pushes = ['cut', 'unreadable', 'cut'];
  server.fetch = async (input, init) => {
    if (!String(input).endsWith('/push')) return fetch(input, init);
    if (pushes.shift() === 'unreadable') return problem('bad-request');
    await fetch(input, init);
    throw new TypeError('cut');
  };
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(device.sync()).rejects.toThrow('does not answer');
    expect(await device.cart()).toBe('2×1');
  }
  expect(pushes).toEqual([]);
});

it('[OUT14] rows that differ from the server’s are all read again, once', async () => {
  await server.addOrder('a');
  await enqueue(add(1, 2));
  await device.exchange();
  await device.store.run(async ({ orders, cart }) => {
    await orders.clear();
    await cart.toCollection().modify({ quantity: 7 });
  });
  const queries: string[] = [];
  const { fetch } = server;
  server.fetch = (url, ...init) => {
    queries.push(String(url));
    return fetch(url, ...init);
  };
  device.nowMs += 3_600_000;
  device.callsLeft = 20;
  for (let time = 0; time < 4; time += 1) await device.exchange();
  expect([await device.orders(), await device.cart()]).toEqual(['a', '1×2']);
  expect(queries.filter((url) => url.includes('reread=1'))).toHaveLength(1);
});
