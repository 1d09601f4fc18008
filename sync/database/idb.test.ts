import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silenceConnections } from '../testing/endless-transactions.ts';
import { answerOf, deleteDatabase, listDatabases, openDatabase, openExisting, transactOnce } from './idb.ts';
import { StorageBlockedError } from './storage-errors.ts';

const TABLES = { rows: { keyPath: 'id' }, values: {} };
const { setTimeout: setRealTimeout } = globalThis;
let idb: IDBFactory;

beforeEach(() => {
  idb = new IDBFactory();
});

const countRows = async (): Promise<number> =>
  transactOnce(await openDatabase('d', TABLES, idb), ['rows'], 'readonly', (table) => answerOf(table('rows').count()));

it('a database that exists but does not open is an error', async () => {
  (await answerOf(idb.open('d', 2))).close();
  await expect(openDatabase('d', TABLES, idb)).rejects.toMatchObject({ name: 'VersionError' });
  const broken = Object.assign(Object.create(idb) as IDBFactory, {
    open: () => {
      throw new DOMException('blocked by the user', 'SecurityError');
    },
  });
  await expect(openExisting('d', broken)).rejects.toMatchObject({ name: 'SecurityError' });
});

it('a transaction that the browser aborts throws its cause, whatever the requests say', async () => {
  const full = new DOMException('full', 'QuotaExceededError');
  const failing = transactOnce(await openDatabase('d', TABLES, idb), ['rows'], 'readwrite', async (table) => {
    const { transaction } = table('rows');
    const putting = answerOf(table('rows').put({ id: 1 }));
    Object.defineProperty(transaction, 'error', { value: full });
    transaction.abort();
    await putting;
  });
  await expect(failing).rejects.toBe(full);
});

it('a transaction has committed once it resolves, not when its requests are answered', async () => {
  let hasCommitted = false;
  const work = transactOnce(await openDatabase('d', TABLES, idb), ['rows'], 'readwrite', async (table) => {
    table('rows').transaction.addEventListener('complete', () => (hasCommitted = true));
    await answerOf(table('rows').put({ id: 1 }));
  });
  await work;
  expect(hasCommitted).toBe(true);
});

it('a connection closes after its transaction, and an idle open one does not delay a deletion', async () => {
  await countRows();
  const idle = await openExisting('d', idb);
  await deleteDatabase('d', idb);
  expect(() => idle?.transaction('rows')).toThrow();
  const missing = transactOnce(await openDatabase('d', TABLES, idb), ['gone'], 'readonly', () => undefined);
  await expect(missing).rejects.toMatchObject({ name: 'NotFoundError' });
  await deleteDatabase('d', idb);
  expect(await listDatabases(idb)).toEqual([]);
});

describe('[CAT4] a database that does not answer', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('fails, and closes the connection that comes late', async () => {
    const holder = await openDatabase('d', TABLES, idb);
    // A connection that does not give way to the deletion, behind which the next connection waits.
    holder.close = () => undefined;
    const deleted = deleteDatabase('d', idb);
    const opening = expect(openDatabase('d', TABLES, idb)).rejects.toThrow(StorageBlockedError);
    await vi.advanceTimersByTimeAsync(3_000);
    await opening;
    Reflect.deleteProperty(holder, 'close');
    holder.close();
    await deleted;
    // A connection that stayed open would hold it up.
    await deleteDatabase('d', idb);
  });

  it('fails when its transaction does not end', async () => {
    const database = await openDatabase('d', TABLES, idb);
    silenceConnections(idb);
    const reading = transactOnce(database, ['rows'], 'readonly', (table) => answerOf(table('rows').count()));
    const failed = expect(reading).rejects.toThrow(StorageBlockedError);
    for (let second = 0; second < 11; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise((resolve) => setRealTimeout(resolve));
    }
    await failed;
  });
});
