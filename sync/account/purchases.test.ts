import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
const INPUT: PurchaseInput = {
  google_id: 'alice',
  ...ITEM,
  quantity: 3,
  total_amount: 37.5,
  address: '',
  postal_code: '',
  city: '',
  state_prov: '',
  contact_name: '',
  email: '',
  phone: '',
};
const ORDER: Order = {
  id: 'ord_1',
  payment_id: 'inv_1',
  ...ITEM,
  store: '',
  title: 'Camera',
  quantity: 3,
  total_amount: 37.5,
  created_at: '2026-11-21T12:00:00.000Z',
  expires_at: null,
  payment_status: 'waiting',
  shipped: false,
  postal_service: '',
  tracking_number: '',
  invoice_url: null,
  preview: '',
  placeholder: '',
  seq: 8,
};

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

/** Buys, with the answer of a server that orders. */
const buy = (more: Partial<PurchaseTools> = {}, input: PurchaseInput = INPUT) =>
  purchase({ store, client: answering(async () => ORDER), now: () => 0, flush: async () => undefined, ...more }, input);
const answering = (order: () => Promise<Order>): ApiClient =>
  ({ call: vi.fn(async () => ({ payment_url: null, order: await order() })) }) as unknown as ApiClient;

it('[OUT9] a purchase waits for the operations on its line, not for later ones or those on other lines', async () => {
  await data.enqueue({ name: 'addCartItem', args: { ...ITEM, quantity: 1, price_seen: '12.5' } });
  await data.enqueue({ name: 'addCartItem', args: { ...OTHER, quantity: 1, price_seen: '12.5' } });
  await data.enqueue({ name: 'setCartQuantity', args: { ...ITEM, quantity: 3 } });
  const client = answering(async () => {
    // The buyer goes on shopping while the server answers.
    await data.enqueue({ name: 'addCartItem', args: { ...ITEM, quantity: 2, price_seen: '12.5' } });
    return ORDER;
  });

  const flush = async (): Promise<void> => {
    const waiting = await store.listWaiting();
    const results = waiting.map(({ id }) => ({ id, outcome: 'applied', seq: 9 }) as const);
    const lines = [OTHER, ITEM].map((item) => ({ ...item, quantity: 1, price: '12.5' }) as CartLine);
    await applyAnswer(store, { results: results.slice(0, 3), changes: changesOf({ cart: { seq: 9, lines } }) });
  };

  expect(await buy({ client, flush })).toMatchObject({ ok: true });

  expect((await data.outbox()).map(({ mutation }) => mutation.args)).toMatchObject([{ ...ITEM, quantity: 2 }]);
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

it('[OUT9] the pull after a purchase asks for the whole cart, and still proves the history that it knows', async () => {
  const proofs = { cartProof: 'c', ordersProof: 'o', chatsProof: 'h' };
  await store.run((database) =>
    database.meta.put({ key: 'cursor', value: { epoch: 'e', cart: 5, orders: 6, chats: 7, ...proofs } }),
  );
  await buy();
  expect((await store.exchangeContext()).sent).toEqual({
    epoch: 'e',
    cart: 5,
    orders: 6,
    chats: 7,
    ...proofs,
    rereadCart: 1,
  });
});

it.each(['whose rows it has', 'without rows'])(
  '[OUT9] a pull that was answered before the purchase brings no bought line back, on a device %s',
  async (kind) => {
    const line = { ...ITEM, quantity: 3, price: '12.5', title: 'Camera' } as CartLine;
    if (kind !== 'without rows') await applyAnswer(store, { changes: changesOf({ cart: { seq: 1, lines: [line] } }) });
    const asked = await store.cursor();
    await buy();
    expect(await applyAnswer(store, { asked, changes: changesOf({ cart: { seq: 2, lines: [line] } }) })).toBe(false);
    expect(await data.cart()).toEqual([]);
  },
);

it('[LATE1] a line that was added again after the order was pulled stays when the order’s answer comes', async () => {
  const line = { ...ITEM, quantity: 1, price: '12.5', title: 'Camera' } as CartLine;
  const pull = (seq: number, changed: Order[]) =>
    applyAnswer(store, { changes: changesOf({ cart: { seq, lines: [line] }, orders: { seq, changed } }) });
  await pull(1, []);
  const client = answering(async () => {
    await pull(8, [ORDER]);
    // Its payment page is newer than what was pulled.
    return { ...ORDER, seq: 9 };
  });
  await buy({ client });
  expect(await data.cart()).toMatchObject([ITEM]);
  expect(await data.orders()).toMatchObject([{ seq: 9 }]);
});

it('[OUT9] an attempt from before lives were recorded is repeated as it was sent, under its key', async () => {
  const body = JSON.stringify(INPUT);
  const line = cartKey(INPUT);
  await store.run((database) => database.purchases.put({ line, body, key: 'first', startedAtMs: 0 }));
  const client = answering(async () => ORDER);
  await buy({ client, now: () => 1 }, { ...INPUT, life: 0 });
  expect(vi.mocked(client.call).mock.calls.map(([, sent, options]) => [sent, options?.idempotencyKey])).toEqual([
    [{ body: INPUT }, 'first'],
  ]);
});
