import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silenceConnections } from '../testing/endless-transactions.ts';
import { DatabaseHandle } from './database-handle.ts';
import type { DatabaseHandleOptions } from './database-handle.ts';
import { ownLayoutOnly } from './own-layout.ts';
import { StorageBlockedError } from './storage-errors.ts';

class Rows extends Dexie {
  rows!: Table<{ readonly id: string }, string>;
  constructor(indexedDB: IDBFactory) {
    super('d', ownLayoutOnly(1, { indexedDB, IDBKeyRange }));
    this.version(1).stores({ rows: 'id' });
  }
}

const { setTimeout: setRealTimeout } = globalThis;
let idb: IDBFactory;
beforeEach(() => {
  idb = new IDBFactory();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const open = (options?: DatabaseHandleOptions): DatabaseHandle<Rows> =>
  new DatabaseHandle(() => new Rows(idb), options);
const list = (handle: DatabaseHandle<Rows>): Promise<string[]> =>
  handle.run(({ rows }) => rows.toCollection().primaryKeys());
const put = (handle: DatabaseHandle<Rows>, id: string): Promise<string> => handle.run(({ rows }) => rows.put({ id }));

/** Lets time pass until work is done. */
async function finish<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  done.catch(() => undefined);
  while (!state.isDone) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => setRealTimeout(resolve, 5));
  }
  return done;
}

describe('[CAT4] operations whose transactions do not end', () => {
  it('run once more on one new connection', async () => {
    const handle = open();
    await put(handle, 'before');
    silenceConnections(idb);
    const opened = vi.spyOn(idb, 'open');
    await finish(Promise.all([put(handle, 'one'), put(handle, 'other'), list(handle)]));
    expect(opened).toHaveBeenCalledTimes(1);
    expect(await list(handle)).toEqual(['before', 'one', 'other']);
  });

  it('run once more even if another operation has replaced the connection already', async () => {
    const handle = open();
    await put(handle, 'before');
    silenceConnections(idb);
    const pending = put(handle, 'one');
    // Attempts that fail because the browser has cut the silent connection.
    let failures = 1;
    await handle.run(async ({ rows }) => {
      if (failures-- > 0) throw Object.assign(new Error('cut'), { name: 'InvalidStateError' });
      await rows.put({ id: 'other' });
    });
    const opened = vi.spyOn(idb, 'open');
    await finish(pending);
    expect(opened).not.toHaveBeenCalled();
    expect(await list(handle)).toEqual(['before', 'one', 'other']);
  });

  it('fail if a new connection does not help; then further operations fail at once until a transaction ends', async () => {
    const onSilent = vi.fn();
    const handle = open({ onSilent });
    await put(handle, 'before');
    const restore = silenceConnections(idb, { alsoNew: true });
    await expect(finish(put(handle, 'lost'))).rejects.toThrow(StorageBlockedError);
    const trial = put(handle, 'tried');
    await expect(list(handle)).rejects.toThrow(StorageBlockedError);
    await expect(finish(trial)).rejects.toThrow(StorageBlockedError);
    expect(onSilent).toHaveBeenCalledTimes(1);
    restore();
    await finish(put(handle, 'again'));
    expect(await list(handle)).toEqual(['again', 'before']);
  });
});

it.each([
  [true, 2],
  [false, 1],
])('[CAT11] on a full device, with space freed: %s, an operation runs %i times', async (isFreed, times) => {
  const freeSpace = vi.fn(async () => isFreed);
  const operation = vi.fn(async () => {
    throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  });
  await expect(finish(open({ freeSpace }).run(operation))).rejects.toThrow('full');
  expect(operation).toHaveBeenCalledTimes(times);
  expect(freeSpace).toHaveBeenCalledTimes(1);
});
