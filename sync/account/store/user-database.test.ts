import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import { openUserData } from '../open-user-data.ts';
import { UserStore } from './user-store.ts';

/** The layout of the first release that had carts. */
const LAYOUT_1 = { cart: 'place', orders: 'id', outbox: '++op, state', purchases: 'line', meta: 'key' };

it('[CHAT14] a database from before chats keeps cart, orders and 20 operations with their numbers', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie(userDatabaseName('alice'), idb);
  old.version(1).stores(LAYOUT_1);
  const operations = Array.from({ length: 20 }, (_, n) => ({
    mutation: { name: 'deleteOrder', args: { payment_id: `p${n}` } },
    line: null,
    createdAtMs: n,
    state: n === 0 ? 'refused' : 'waiting',
    seq: null,
    refusal: n === 0 ? { code: 'x', detail: '', current: null } : null,
  }));
  await old.table('outbox').bulkAdd(operations);
  await old.table('outbox').delete(20);
  const line = { place: 0, product_id: 1, condition: 'good', quantity: 2 };
  await old.table('cart').add(line);
  await old.table('orders').add({ id: 'o', payment_id: 'p', created_at: '' });
  await old.table('meta').bulkAdd([
    { key: 'client', value: 'device-1' },
    { key: 'cursor', value: { epoch: 'e1', cart: 3, orders: 4 } },
  ]);
  old.close();

  const store = new UserStore('alice', idb);
  const data = openUserData('alice', idb);
  expect((await data.outbox()).map(({ id }) => id)).toEqual(Array.from({ length: 19 }, (_, n) => `device-1.${n + 1}`));
  expect((await store.listWaiting()).length).toBe(18);
  expect(await store.client()).toBe('device-1');
  // The orders are shown, and read again for what they lack.
  expect(await store.cursor()).toEqual({ epoch: 'e1', cart: 3, orders: 4, rereadOrders: 1, chats: 0 });
  expect(await data.cart()).toMatchObject([{ product_id: 1, quantity: 2 }]);
  expect(await data.orders()).toHaveLength(1);
  expect(await data.chats.list()).toEqual([]);
  await data.enqueue({ name: 'deleteOrder', args: { payment_id: 'new' } });
  expect((await store.listWaiting()).at(-1)?.number).toBe(21);
  data.close();
  store.close();
});
