import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { Mutation } from '#contract/http/mutations.ts';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import { createApiClient } from '../../server/api-client.ts';
import { AccountServer } from '../../testing/account-server.ts';
import { AccountExchange } from '../exchange.ts';
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

/** The layout of version 0.2.0. */
const LAYOUT_3 = {
  cart: 'place',
  orders: 'id',
  chats: 'id',
  messages: '[chat_id+seq], [chat_id+id]',
  photos: 'path, [kind+keptAtMs+bytes]',
  drafts: 'chat_id',
  operations: 'id, number, state',
  confirmed: 'id, number, confirmedAtMs',
  purchases: 'line',
  meta: 'key',
};

const add = (product_id: number, quantity = 1) =>
  ({ name: 'addCartItem', args: { product_id, condition: 'good', quantity, price_seen: '5' } }) as const;
const say = (content: string, ...images: string[]) =>
  ({ name: 'sendMessage', args: { chat_id: '7-alice', message_id: content, content, images } }) as const;
const PHOTO = '/api/chats/7-alice/images/ca760a52-385a-41d4-967b-35318cd10950.webp';

/** A row of version 0.2.0, as it was recorded there. */
const row = (number: number, mutation: Mutation, more: object = {}) => ({
  id: `operation-${number}`,
  number,
  mutation,
  line: null,
  createdAtMs: 1_795_870_727_985,
  state: 'waiting',
  seq: null,
  refusal: null,
  ...more,
});
const confirmedAtMs = 1_795_000_000_000;
const start = { name: 'startChat', args: { product_id: 7, life: 0 } } as const;
const ALWAYS = [
  row(3, add(13), { state: 'refused', refusal: { code: 'not-found', detail: 'not-found' } }),
  row(6, say('With a photo', PHOTO), { state: 'held' }),
  row(7, say('Behind it'), { state: 'held' }),
  row(8, add(4)),
];
const repeated = { state: 'repeated', confirmedAtMs, isDeferred: false };

it.each([
  {
    kind: 'a server that is as it was',
    operations: [...ALWAYS, row(5, add(3), { state: 'acknowledged', seq: 3 })],
    confirmed: [
      row(1, add(1, 2), { seq: 1, confirmedAtMs }),
      row(2, add(2), { seq: 2, confirmedAtMs }),
      row(4, start, { seq: 1, confirmedAtMs }),
    ],
    meta: [],
    restore: (server: AccountServer) => server,
  },
  {
    kind: 'a restored server that has decided some of what is sent again',
    operations: [
      ...ALWAYS,
      row(1, add(1, 2), { ...repeated, seq: 1 }),
      row(2, add(2), { ...repeated, isDeferred: true }),
      row(4, start, repeated),
      row(5, add(3), { state: 'acknowledged', seq: 2 }),
    ],
    confirmed: [],
    meta: [{ key: 'repeatedFor', value: 'e2' }],
    restore: (server: AccountServer) => server.restored(1, 'e2'),
  },
])('[CAT30] operations of version 0.2.0, in every state, are neither lost nor doubled, with $kind', async (device) => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie(userDatabaseName('alice'), idb);
  old.version(3).stores(LAYOUT_3);
  await old.table('operations').bulkAdd(device.operations);
  await old.table('confirmed').bulkAdd(device.confirmed);
  await old.table('cart').bulkAdd([1, 2].map((id, place) => ({ place, ...add(id, 3 - id).args, title: `T${id}` })));
  await old.table('photos').add({ path: PHOTO, blob: new Blob(['x']), bytes: 1, kind: 'own', keptAtMs: confirmedAtMs });
  await old
    .table('meta')
    .bulkAdd([
      { key: 'client', value: 'outbox-1' },
      { key: 'cursor', value: { epoch: 'e1', cart: 2, orders: 0, chats: 1 } },
      { key: 'newestNumber', value: 8 },
      { key: 'orderForm', value: 1 },
      ...device.meta,
    ]);
  old.close();

  const store = new UserStore('alice', idb);
  const data = openUserData('alice', idb);
  const cart = async (): Promise<number[][]> =>
    (await data.cart()).map(({ product_id, quantity }) => [product_id, quantity]);
  const lines = [1, 2, 3, 4].map((id) => [id, id === 1 ? 2 : 1]);
  expect(await cart()).toEqual(lines);
  expect((await data.outbox()).map(({ id }) => id)).toEqual([3, 5, 6, 7, 8].map((number) => `operation-${number}`));

  const first = new AccountServer('alice');
  const ops = [row(1, add(1, 2)), row(2, add(2)), row(3, add(13)), row(4, start), row(5, add(3))];
  await first.fetch('http://shop.example/api/sync/push', {
    method: 'POST',
    body: JSON.stringify({
      client: 'outbox-1',
      user: 'alice',
      ops: ops.map(({ mutation, ...op }) => ({ ...op, ...mutation })),
    }),
  });
  const server = device.restore(first);
  const options = { now: () => 1, monotonicNow: () => 1, random: () => 1 };
  const client = createApiClient('http://shop.example', server.fetch);
  await new AccountExchange({ store, client, user: 'alice', ...options }).run(
    new AbortController().signal,
    () => undefined,
  );
  const applied = server.decided.map(({ number }) => number).filter((number) => number !== 3);
  expect(applied).toEqual([1, 2, 4, 5, 8]);
  expect(await cart()).toEqual(lines);
  expect(server.cart.map(({ product_id, quantity }) => [product_id, quantity])).toEqual(lines);
  expect((await data.outbox()).map(({ id }) => id)).toEqual([3, 6, 7].map((number) => `operation-${number}`));
  data.close();
  store.close();
});
