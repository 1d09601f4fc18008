import { Dexie, liveQuery } from 'dexie';
import {
  IDBDatabase as FakeDatabase,
  IDBFactory,
  IDBKeyRange,
  IDBObjectStore as FakeStore,
  IDBTransaction as FakeTransaction,
} from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserData } from '../api/account-api.ts';
import { openUserData } from '../account/open-user-data.ts';
import { UserStore } from '../account/store/user-store.ts';
import { add } from '../testing/account-device.ts';
import { applyAnswer } from '../testing/apply-answer.ts';

const before = { ...Dexie.dependencies };
let idb: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof globalThis.IDBKeyRange };
let data: UserData;
let store: UserStore;

beforeEach(async () => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  // A live query uses these.
  Object.assign(Dexie.dependencies, idb);
  store = new UserStore('alice', idb);
  data = openUserData('alice', idb);
  await data.enqueue(add(1));
});
afterEach(() => {
  vi.restoreAllMocks();
  data.close();
  store.close();
  Object.assign(Dexie.dependencies, before);
});

/** The operations as `number:product`. */
const listAdded = async (): Promise<string[]> =>
  (await store.listWaiting()).map(
    ({ number, mutation }) => `${number}:${'product_id' in mutation.args && mutation.args.product_id}`,
  );

/** Counts the transactions and requests of writes to the database. */
function countRequests(): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (target: object, name: string): void => {
    const original = (target as Record<string, (...args: unknown[]) => unknown>)[name];
    vi.spyOn(target as Record<string, () => unknown>, name).mockImplementation(function (this: unknown, ...args) {
      counts[name] = (counts[name] ?? 0) + 1;
      return original?.apply(this, args);
    });
  };
  count(FakeDatabase.prototype, 'transaction');
  count(FakeTransaction.prototype, 'commit');
  for (const name of ['get', 'getAll', 'add', 'put', 'openCursor']) count(FakeStore.prototype, name);
  return counts;
}

it('adding an operation costs one transaction, committed at once, with one read that nothing waits for', async () => {
  data.close();
  const counts = countRequests();
  data = openUserData('alice', idb);
  await data.enqueue(add(2));
  for (const name of Object.keys(counts)) delete counts[name];
  await data.enqueue(add(3));
  expect(counts).toEqual({ transaction: 1, get: 1, add: 1, put: 1, commit: 1 });
  expect(await listAdded()).toEqual(['1:1', '2:2', '3:3']);
});

it('operations of two tabs have different numbers, in the order of their writes', async () => {
  const other = openUserData('alice', idb);
  await other.enqueue(add(2));
  await data.enqueue(add(3));
  await data.enqueue(add(4));
  await Promise.all([other.enqueue(add(5)), data.enqueue(add(6)), data.enqueue(add(7))]);
  other.close();
  const added = await listAdded();
  expect(added.slice(0, 4)).toEqual(['1:1', '2:2', '3:3', '4:4']);
  const columns = ['5', '6', '7'];
  expect(added.slice(4).map((each) => each.split(':')[0])).toEqual(columns);
  expect(
    added
      .slice(4)
      .map((each) => each.split(':')[1])
      .toSorted(),
  ).toEqual(columns);
});

it('numbers that the server no longer accepts are skipped', async () => {
  await applyAnswer(store, { forgotten: 40 });
  await data.enqueue(add(2));
  expect((await listAdded()).at(-1)).toBe('41:2');
});

it('live queries and the worker see an operation', async () => {
  const seen: number[] = [];
  const watch = liveQuery(() => data.outbox()).subscribe((entries) => seen.push(entries.length));
  const ofWorker = liveQuery(() => store.newestOperation()).subscribe((newest) => seen.push(newest * 10));
  await expect.poll(() => seen.toSorted((one, other) => one - other)).toEqual([1, 10]);
  await data.enqueue(add(2));
  await expect.poll(() => seen.toSorted((one, other) => one - other)).toEqual([1, 2, 10, 20]);
  watch.unsubscribe();
  ofWorker.unsubscribe();
});

it('operations are stored exactly once if the immediate transaction fails halfway', async () => {
  const { add: addToStore } = FakeStore.prototype;
  vi.spyOn(FakeStore.prototype, 'add')
    .mockImplementationOnce(function (this: IDBObjectStore, ...args) {
      return addToStore.apply(this, args);
    })
    .mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
  await Promise.all([data.enqueue(add(2)), data.enqueue(add(3))]);
  expect(await listAdded()).toEqual(['1:1', '2:2', '3:3']);
});

it('an operation that cannot be stored is reported', async () => {
  data.close();
  await expect(data.enqueue(add(2))).rejects.toThrow();
  expect(await listAdded()).toEqual(['1:1']);
});
