import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { PurchaseInput } from './account-api.ts';
import { purchase } from './purchases.ts';
import { openUserData } from './user-data.ts';
import { UserStore } from './user-store.ts';

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
  seq: 1,
};

let storage: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };

beforeEach(() => {
  storage = { indexedDB: new IDBFactory(), IDBKeyRange };
  Dexie.dependencies.indexedDB = storage.indexedDB;
});

it('[OUT9] a purchase drops unsent operations on its line, but not later ones or those on other lines', async () => {
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

  expect(await purchase(store, client as ApiClient, () => 0, INPUT)).toMatchObject({ ok: true });

  expect((await data.outbox()).map(({ mutation }) => mutation.args)).toMatchObject([
    { ...OTHER, quantity: 1 },
    { ...ITEM, quantity: 2 },
  ]);
  const lines = await data.cart();
  expect(lines.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
    [8, 1],
    [7, 2],
  ]);
  expect(await data.orders()).toEqual([ORDER]);
  data.close();
  store.close();
});
