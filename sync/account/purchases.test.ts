import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { cartKey } from '#contract/orders/cart-key.ts';
import type { CartLine } from '#contract/orders/cart.ts';
import type { Order } from '#contract/orders/order.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { PurchaseInput } from '../api/account-api.ts';
import { purchase } from './purchases.ts';
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

let storage: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };

beforeEach(() => {
  storage = { indexedDB: new IDBFactory(), IDBKeyRange };
  Dexie.dependencies.indexedDB = storage.indexedDB;
});

it('[OUT9] a purchase waits for the operations on its line, not for later ones or those on other lines', async () => {
  const data = openUserData('alice', storage);
  const store = new UserStore('alice', storage);
  await data.enqueue({ name: 'addCartItem', args: { ...ITEM, quantity: 1, price_seen: '12.5' } });
  await data.enqueue({ name: 'addCartItem', args: { ...OTHER, quantity: 1, price_seen: '12.5' } });
  await data.enqueue({ name: 'setCartQuantity', args: { ...ITEM, quantity: 3 } });
  const client: Pick<ApiClient, 'call'> = {
    async call() {
      // The buyer goes on shopping while the server answers.
      await data.enqueue({ name: 'addCartItem', args: { ...ITEM, quantity: 2, price_seen: '12.5' } });
      return { payment_url: null, order: ORDER } as never;
    },
  };

  const flush = async (): Promise<void> => {
    const waiting = await store.listWaiting();
    const results = waiting.map(({ id }) => ({ id, outcome: 'applied', seq: 9 }) as const);
    const lines = [OTHER, ITEM].map((item) => ({ ...item, quantity: 1, price: '12.5' }) as CartLine);
    await applyAnswer(store, { results: results.slice(0, 3), changes: changesOf({ cart: { seq: 9, lines } }) });
  };

  expect(await purchase({ store, client: client as ApiClient, now: () => 0, flush }, INPUT)).toMatchObject({
    ok: true,
  });

  expect((await data.outbox()).map(({ mutation }) => mutation.args)).toMatchObject([{ ...ITEM, quantity: 2 }]);
  const lines = await data.cart();
  expect(lines.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
    [8, 1],
    [7, 2],
  ]);
  expect(await data.orders()).toEqual([ORDER]);
  data.close();
  store.close();
});

it('[OUT9] a purchase orders nothing while the server defers an operation on its line', async () => {
  const data = openUserData('alice', storage);
  const store = new UserStore('alice', storage);
  await data.enqueue({ name: 'setCartQuantity', args: { ...ITEM, quantity: 3 } });
  const client = { call: vi.fn<ApiClient['call']>() };
  const tools = { store, client: client as unknown as ApiClient, now: () => 0, flush: async () => undefined };
  expect(await purchase(tools, INPUT)).toMatchObject({ ok: false, code: 'too-many-requests' });
  expect(client.call).not.toHaveBeenCalled();
  expect(await data.outbox()).toHaveLength(1);
  data.close();
  store.close();
});

it('[OUT9] the pull after a purchase asks for the whole cart, and still proves the history that it knows', async () => {
  const store = new UserStore('alice', storage);
  const proofs = { cartProof: 'c', ordersProof: 'o', chatsProof: 'h' };
  await store.run((database) =>
    database.meta.put({ key: 'cursor', value: { epoch: 'e', cart: 5, orders: 6, chats: 7, ...proofs } }),
  );
  const client = { call: async () => ({ payment_url: null, order: ORDER }) } as unknown as ApiClient;
  await purchase({ store, client, now: () => 0, flush: async () => undefined }, INPUT);
  expect((await store.exchangeContext()).sent).toEqual({
    epoch: 'e',
    cart: 5,
    orders: 6,
    chats: 7,
    ...proofs,
    rereadCart: 1,
  });
  store.close();
});

it.each(['whose rows it has', 'without rows'])(
  '[OUT9] a pull that was answered before the purchase brings no bought line back, on a device %s',
  async (kind) => {
    const data = openUserData('alice', storage);
    const store = new UserStore('alice', storage);
    const line = { ...ITEM, quantity: 3, price: '12.5', title: 'Camera' } as CartLine;
    if (kind !== 'without rows') await applyAnswer(store, { changes: changesOf({ cart: { seq: 1, lines: [line] } }) });
    const asked = await store.cursor();
    const client = { call: async () => ({ payment_url: null, order: ORDER }) } as unknown as ApiClient;
    await purchase({ store, client, now: () => 0, flush: async () => undefined }, INPUT);
    expect(await applyAnswer(store, { asked, changes: changesOf({ cart: { seq: 2, lines: [line] } }) })).toBe(false);
    expect(await data.cart()).toEqual([]);
    data.close();
    store.close();
  },
);

it('[LATE1] a line that was added again after the order was pulled stays when the order’s answer comes', async () => {
  const data = openUserData('alice', storage);
  const store = new UserStore('alice', storage);
  const line = { ...ITEM, quantity: 1, price: '12.5', title: 'Camera' } as CartLine;
  const pull = (seq: number, changed: Order[]) =>
    applyAnswer(store, { changes: changesOf({ cart: { seq, lines: [line] }, orders: { seq, changed } }) });
  await pull(1, []);
  const client = {
    async call() {
      await pull(8, [ORDER]);
      // Its payment page is newer than what was pulled.
      return { payment_url: null, order: { ...ORDER, seq: 9 } };
    },
  } as unknown as ApiClient;
  await purchase({ store, client, now: () => 0, flush: async () => undefined }, INPUT);
  expect(await data.cart()).toMatchObject([ITEM]);
  expect(await data.orders()).toMatchObject([{ seq: 9 }]);
  data.close();
  store.close();
});

it('[OUT9] an attempt from before lives were recorded is repeated as it was sent, under its key', async () => {
  const store = new UserStore('alice', storage);
  const body = JSON.stringify(INPUT);
  const line = cartKey(INPUT);
  await store.run((database) => database.purchases.put({ line, body, key: 'first', startedAtMs: 0 }));
  const client = { call: vi.fn<ApiClient['call']>(async () => ({ payment_url: null, order: ORDER }) as never) };
  const tools = { store, client: client as unknown as ApiClient, now: () => 1, flush: async () => undefined };
  await purchase(tools, { ...INPUT, life: 0 });
  expect(client.call.mock.calls.map(([, sent, options]) => [sent, options?.idempotencyKey])).toEqual([
    [{ body: INPUT }, 'first'],
  ]);
  store.close();
});
