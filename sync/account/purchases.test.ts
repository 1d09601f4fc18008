import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { purchaseOf } from '#api/testing/apps/order-app.ts';
import { cartKey } from '../api/outbox-record.ts';
import type { CartLine } from '#contract/orders/cart.ts';
import type { Order } from '#contract/orders/order.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { PurchaseInput, UserData } from '../api/account-api.ts';
import { purchase } from './purchases.ts';
import type { PurchaseTools } from './purchases.ts';
import { openUserData } from './open-user-data.ts';
import { applyAnswer, changesOf } from '../testing/apply-answer.ts';
import { UserStore } from './store/user-store.ts';

const ITEM = { product_id: 7, condition: 'good' } as const;
const OTHER = { product_id: 8, condition: 'good' } as const;
const INPUT: PurchaseInput = { ...purchaseOf('alice', 3), ...ITEM };
const ORDER = {
  ...ITEM,
  id: 'ord_1',
  payment_id: 'inv_1',
  quantity: 3,
  created_at: '2026-11-21T12:00:00.000Z',
  payment_status: 'waiting',
  seq: 8,
} as Order;

let data: UserData;
let store: UserStore;

beforeEach(() => {
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange };
  Dexie.dependencies.indexedDB = storage.indexedDB;
  data = openUserData('alice', storage);
  store = new UserStore('alice', storage);
});
afterEach(() => {
  data.close();
  store.close();
});

/** Buys from a server that answers with an order. */
const buy = (more: Partial<PurchaseTools> = {}, input: PurchaseInput = INPUT) =>
  purchase({ store, client: answering(async () => ORDER), now: () => 0, flush: async () => undefined, ...more }, input);
const answering = (order: () => Promise<Order>): ApiClient =>
  ({ call: vi.fn(async () => ({ payment_url: null, order: await order() })) }) as unknown as ApiClient;

it('[OUT9] a purchase waits for the operations on its line, not for later ones or those on other lines', async () => {
  await data.enqueue({ name: 'addCartItem', args: { ...ITEM, quantity: 1, price_seen: '12.5' } });
  await data.enqueue({ name: 'addCartItem', args: { ...OTHER, quantity: 1, price_seen: '12.5' } });
  await data.enqueue({ name: 'setCartQuantity', args: { ...ITEM, quantity: 3 } });
  const flush = async (): Promise<void> => {
    // The buyer goes on shopping meanwhile; the server defers the operation on the other line.
    await data.enqueue({ name: 'addCartItem', args: { ...ITEM, quantity: 2, price_seen: '12.5' } });
    const [first, , third] = await store.listWaiting();
    const results = [first, third].map((record) => ({ id: record?.id ?? '', outcome: 'applied', seq: 9 }) as const);
    const lines = [{ ...ITEM, quantity: 3, price: '12.5' } as CartLine];
    await applyAnswer(store, { results, changes: changesOf({ cart: { seq: 9, lines } }) });
  };

  expect(await buy({ flush })).toMatchObject({ ok: true });

  const waiting = (await data.outbox()).map(({ mutation }) => mutation.args);
  expect(waiting).toMatchObject([OTHER, { ...ITEM, quantity: 2 }]);
  const lines = await data.cart();
  expect(lines.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
    [8, 1],
    [7, 2],
  ]);
  expect(await data.orders()).toEqual([ORDER]);
});

it('[OUT9] a purchase orders nothing while the server defers an operation on its line', async () => {
  await data.enqueue({ name: 'setCartQuantity', args: { ...ITEM, quantity: 3 } });
  const client = answering(async () => ORDER);
  expect(await buy({ client })).toMatchObject({ ok: false, code: 'too-many-requests' });
  expect(client.call).not.toHaveBeenCalled();
  expect(await data.outbox()).toHaveLength(1);
});

it('[OUT9] the pull after a purchase asks for the whole cart, and still sends the proofs of its cursor', async () => {
  const cursor = { epoch: 'e', cart: 5, orders: 6, chats: 7, cartProof: 'c', ordersProof: 'o', chatsProof: 'h' };
  await store.run((database) => database.meta.put({ key: 'cursor', value: cursor }));
  await buy();
  expect((await store.exchangeContext()).sent).toEqual({ ...cursor, rereadCart: 1 });
});

it('[LATE1] a line that was pulled together with the order stays when the answer to the purchase comes', async () => {
  const line = { ...ITEM, quantity: 1, price: '12.5', title: 'Camera' } as CartLine;
  const pull = (seq: number, changed: Order[]) =>
    applyAnswer(store, { changes: changesOf({ cart: { seq, lines: [line] }, orders: { seq, changed } }) });
  await pull(1, []);
  const client = answering(async () => {
    await pull(8, [ORDER]);
    // The answer is newer than the pulled order.
    return { ...ORDER, seq: 9 };
  });
  await buy({ client });
  expect(await data.cart()).toMatchObject([ITEM]);
  expect(await data.orders()).toMatchObject([{ seq: 9 }]);
});

it('[OUT9] an attempt stored before lives were recorded is repeated unchanged, under its key', async () => {
  const body = JSON.stringify(INPUT);
  const line = cartKey(INPUT);
  await store.run((database) => database.purchases.put({ line, body, key: 'first', startedAtMs: 0 }));
  const client = answering(async () => ORDER);
  await buy({ client, now: () => 1 }, { ...INPUT, life: 0 });
  expect(vi.mocked(client.call).mock.calls.map(([, sent, options]) => [sent, options?.idempotencyKey])).toEqual([
    [{ body: INPUT }, 'first'],
  ]);
});
