import { Dexie } from 'dexie';
import { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import { openUserData } from '../open-user-data.ts';
import { applyAnswer, changesOf } from '../../testing/apply-answer.ts';
import { UserStore } from './user-store.ts';

const deleteOrder = (payment_id: string) => ({ name: 'deleteOrder', args: { payment_id } }) as const;

let idb: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof globalThis.IDBKeyRange };
beforeEach(() => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
});

afterEach(() => vi.restoreAllMocks());

/** Claims the database as a newer version of the app; returns the number of operations in it. */
async function upgrade(): Promise<{ readonly operations: number; close(): void }> {
  const opening = idb.indexedDB.open(userDatabaseName('alice'), 9_999);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('blocked', () => reject(new Error('the older version blocks the database')));
  });
  const counting = database.transaction('operations').objectStore('operations').count();
  await new Promise((resolve) => counting.addEventListener('success', resolve));
  return { operations: counting.result, close: () => database.close() };
}

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

describe('[fault 44] a database connection closed by the browser', () => {
  it('is reopened by the next operation, of the page and of the worker', async () => {
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

  it('is reopened once: a second loss is an error', async () => {
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
});

describe('[fault 45] a newer version of the app', () => {
  it('gets the database at once with all operations; the older one reports it and writes no more', async () => {
    let outdated = 0;
    const data = openUserData('alice', idb);
    const store = new UserStore('alice', { ...idb, onOutdated: () => (outdated += 1) });
    await data.enqueue(deleteOrder('unsent'));
    await store.client();
    const newer = await upgrade();
    expect([newer.operations, outdated]).toEqual([1, 1]);
    await expect(data.enqueue(deleteOrder('late'))).rejects.toThrow();
    await expect(store.listWaiting()).rejects.toThrow();
    newer.close();
  });

  it('that was rolled back leaves a database that the older one neither reads nor writes', async () => {
    const first = openUserData('alice', idb);
    await first.enqueue(deleteOrder('unsent'));
    first.close();
    (await upgrade()).close();
    let outdated = 0;
    const data = openUserData('alice', idb);
    const store = new UserStore('alice', { ...idb, onOutdated: () => (outdated += 1) });
    await expect(data.enqueue(deleteOrder('of the older one'))).rejects.toThrow('newer version');
    await expect(store.listWaiting()).rejects.toThrow('newer version');
    expect(outdated).toBeGreaterThan(0);
    const newer = await upgrade();
    expect(newer.operations).toBe(1);
    newer.close();
  });
});

describe('[fault 42] a device without room', () => {
  it('evicts photos in favour of the user’s own writes', async () => {
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
});
