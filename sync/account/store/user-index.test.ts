import { Dexie, liveQuery } from 'dexie';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { USER_INDEX } from '#contract/service-worker/background-sync.ts';
import type { UserData } from '../../api/account-api.ts';
import { openUserData } from '../open-user-data.ts';
import { UserStore } from './user-store.ts';
import { StorageBlockedError } from '../../database/storage-errors.ts';
import {
  beginUserDatabase,
  deleteDatabase,
  deleteEndedDatabases,
  endUserDatabase,
  findUserDatabase,
  listEndedDatabases,
} from './user-index.ts';

const deleteOrder = (payment_id: string) => ({ name: 'deleteOrder', args: { payment_id } }) as const;

const createStorage = () => ({ prefix: 'device-', indexedDB: new IDBFactory(), IDBKeyRange });
let idb: ReturnType<typeof createStorage>;
beforeEach(() => {
  idb = createStorage();
  Dexie.dependencies.indexedDB = idb.indexedDB;
});

const listDatabases = async (): Promise<(string | undefined)[]> =>
  (await idb.indexedDB.databases()).map(({ name }) => name).filter((name) => name?.includes('alice'));

/** Holds a database open and ignores requests to close it, as a frozen tab does. */
const holdOpen = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve) => {
    const opening = idb.indexedDB.open(name);
    opening.addEventListener('success', () => resolve(opening.result));
  });

/** Leaves an operation in the database of Alice's session, as a tab that is closed. */
async function leaveUnsent(): Promise<void> {
  const data = openUserData('alice', idb);
  await data.enqueue(deleteOrder('unsent'));
  data.close();
}

const countOperations = async (data: UserData): Promise<number> => (await data.outbox()).length;

describe('[OUT10] the database of a user', () => {
  it('is opened after a wait when the record of a sign-in is missing', async () => {
    await endUserDatabase('alice', idb);
    const store = new UserStore('alice', idb);
    await store.cursor();
    expect(await store.isCurrent()).toBe(true);
    store.close();
  });

  it('is empty at once after a sign-out, even if a tab blocks the deletion of the former database', async () => {
    const data = openUserData('alice', idb);
    await data.enqueue(deleteOrder('of the former session'));
    const held = await holdOpen('device-hexlime-user-alice');
    await endUserDatabase('alice', idb);
    const deleting = deleteEndedDatabases(idb);
    await vi.waitFor(async () => await expect(data.outbox()).rejects.toThrow());
    await beginUserDatabase('alice', idb);
    const next = openUserData('alice', idb);
    expect(await countOperations(next)).toBe(0);
    await next.enqueue(deleteOrder('of the next session'));
    await deleting;
    expect(await listEndedDatabases(idb)).toEqual(['device-hexlime-user-alice']);

    // The blocking tab ends: the next attempt notices that the database is gone.
    held.close();
    await deleteEndedDatabases(idb);
    expect(await listEndedDatabases(idb)).toEqual([]);
    expect(await listDatabases()).toEqual([await findUserDatabase('alice', idb)]);
    expect(await countOperations(next)).toBe(1);
    next.close();
  }, 15_000);

  it('of a session that ended without a sign-out keeps its operations while others sign out', async () => {
    await leaveUnsent();
    await openUserData('bob', idb).state();
    await endUserDatabase('bob', idb);
    await deleteEndedDatabases(idb);
    const again = openUserData('alice', idb);
    expect(await countOperations(again)).toBe(1);
    again.close();
  });

  it('survives a crash before the sign-out is recorded, and is no longer found after a crash that comes later', async () => {
    await leaveUnsent();
    const recorded = await findUserDatabase('alice', idb);
    // The tab dies while the index is written: the transaction has no effect, neither on the name nor on the list of deletions.
    const { put } = IDBObjectStore.prototype;
    let writes = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
      if (++writes === 2) throw new DOMException('the tab is gone', 'InvalidStateError');
      return put.apply(this, row);
    });
    await expect(endUserDatabase('alice', idb)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await findUserDatabase('alice', idb)).toBe(recorded);
    expect(await listEndedDatabases(idb)).toEqual([]);
    await endUserDatabase('alice', idb);
    // The tab dies before the deletion: a later start repeats it.
    expect(await findUserDatabase('alice', idb)).not.toBe(recorded);
    expect(await listDatabases()).toEqual([recorded]);
    await deleteEndedDatabases(idb);
    expect(await listDatabases()).toEqual([]);
  });

  it('is found again after the browser has lost the index alone', async () => {
    await endUserDatabase('alice', idb);
    await leaveUnsent();
    const name = await findUserDatabase('alice', idb);
    await deleteDatabase(`device-${USER_INDEX}`, idb);
    expect(await findUserDatabase('alice', idb)).toBe(name);
    expect(await findUserDatabase('ali', idb)).toBe('device-hexlime-user-ali');
    await endUserDatabase('alice', idb);
    expect(await listEndedDatabases(idb)).toEqual([name]);
    expect(await findUserDatabase('alice', idb)).not.toBe(name);
    expect(await findUserDatabase(null, idb)).toBe('device-hexlime-visitor');
  });

  it('counts as replaced, for tabs that have it open, when the user signs in again, not while signed out', async () => {
    const [page, worker] = [openUserData('alice', idb), new UserStore('alice', idb)];
    await Promise.all([page.state(), worker.cursor()]);
    const look = async () => [await page.isReplaced(), await worker.isReplaced(), await worker.isCurrent()];
    expect(await look()).toEqual([false, false, true]);
    await endUserDatabase('alice', idb);
    expect(await look()).toEqual([false, false, false]);
    await beginUserDatabase('alice', idb);
    expect(await look()).toEqual([true, true, false]);
    page.close();
    worker.close();
  });

  it('is observed by a live query from its first read on', async () => {
    const data = openUserData('alice', idb);
    const seen: number[] = [];
    const watching = liveQuery(() => countOperations(data)).subscribe((count) => seen.push(count));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    await data.enqueue(deleteOrder('new'));
    await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
    watching.unsubscribe();
    data.close();
  });
});

describe('[OUT10] a user’s database that does not open', () => {
  it('fails within seconds, and is read once the other tab lets go of it', async () => {
    const name = 'device-hexlime-user-alice';
    const older = await holdOpen(name);
    const data = openUserData('alice', idb);
    await expect(data.state()).rejects.toThrow(StorageBlockedError);
    older.close();
    expect(await data.outbox()).toEqual([]);
    data.close();
  }, 10_000);
});
