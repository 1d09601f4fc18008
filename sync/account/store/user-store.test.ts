import { Dexie } from 'dexie';
import { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openUserData } from '../open-user-data.ts';
import { applyAnswer, changesOf } from '../../testing/apply-answer.ts';
import { UserStore } from './user-store.ts';

const deleteOrder = (payment_id: string) => ({ name: 'deleteOrder', args: { payment_id } }) as const;

let idb: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof globalThis.IDBKeyRange };
beforeEach(() => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
});

afterEach(() => vi.restoreAllMocks());

it('[OUT2] an operation is not rejected by an answer once another tab has stored a decision about it', async () => {
  const data = openUserData('alice', idb);
  const store = new UserStore('alice', idb);
  const rejection = { code: 'first', detail: '', current: null };
  for (const order of ['applied', 'rejected']) await data.enqueue(deleteOrder(order));
  const sent = await store.listWaiting();
  const [applied, rejected] = sent.map(({ id }) => id);
  await applyAnswer(store, {
    results: [{ id: applied ?? '', outcome: 'applied', seq: 1 }],
    changes: changesOf({ orders: { seq: 1 } }),
  });
  await store.reject({ id: rejected ?? '', ackEpoch: '' }, rejection);
  for (const record of sent) await store.reject(record, { ...rejection, code: 'late' });
  expect(await data.outbox()).toMatchObject([{ id: rejected, rejection }]);
  data.close();
  store.close();
});

it('[fault 44] a database connection closed by the browser is reopened by the next operation, of page and worker', async () => {
  const data = openUserData('alice', idb);
  const store = new UserStore('alice', idb);
  await data.enqueue(deleteOrder('before'));
  await store.client();
  const connection = await store.run(async (database) => database.backendDB() as unknown);
  forceCloseDatabase(connection as Parameters<typeof forceCloseDatabase>[0]);
  expect(await store.listWaiting()).toHaveLength(1);
  await data.enqueue(deleteOrder('after'));
  expect(await store.listWaiting()).toHaveLength(2);
  data.close();
  store.close();
});

it('[fault 44] a connection is reopened once: a second loss is an error', async () => {
  const store = new UserStore('alice', idb);
  let tries = 0;
  const cutEachTime = store.run(() => {
    tries += 1;
    return Promise.reject(new Dexie.DatabaseClosedError('Connection to Indexed Database server lost'));
  });
  await expect(cutEachTime).rejects.toThrow('lost');
  expect(tries).toBe(2);
  expect(await store.listWaiting()).toEqual([]);
  store.close();
});

it('[fault 42] a device without room evicts photos in favor of the user’s own writes', async () => {
  let isFull = true;
  const freeSpace = vi.fn(async () => !(isFull = false));
  const data = openUserData('alice', { ...idb, freeSpace });
  await data.outbox();
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (isFull) throw new DOMException('no room', 'QuotaExceededError');
    return put.apply(this, row);
  });
  await data.enqueue(deleteOrder('o1'));
  expect(freeSpace).toHaveBeenCalledOnce();
  expect(await data.outbox()).toHaveLength(1);
  data.close();
});
