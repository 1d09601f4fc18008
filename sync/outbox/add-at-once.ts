import { Dexie, RangeSet } from 'dexie';
import type { IndexableType, ObservabilitySet } from 'dexie';
import type { OutboxDatabase, StoredOperation, Unnumbered } from './outbox-database.ts';

/** The newest number of each outbox, as this page has last written it; another tab may have added operations since. */
const newestNumbers = new WeakMap<object, number>();

/** Notes the number of the newest operation that `addOperations` has written. */
export function noteNewestNumber(database: object, number: number): void {
  newestNumbers.set(database, number);
}

/**
 * Adds operations without waiting for a read: they are written under the numbers after the newest one that this page knows, and the same
 * transaction is aborted if that one turns out not to be the newest. Dexie would need two turns and half of a durable write's time. Returns false,
 * and leaves it to `addOperations` to write or find them, where the page knows no number yet or the transaction does not commit.
 */
export async function addAtOnce<Op extends StoredOperation>(
  database: OutboxDatabase<Op>,
  added: readonly Unnumbered<Op>[],
): Promise<boolean> {
  const newest = newestNumbers.get(database);
  const connection = database.backendDB() as IDBDatabase | null;
  if (newest === undefined || !connection) return false;
  newestNumbers.delete(database);
  const records = added.map((operation, place): StoredOperation => ({ ...operation, number: newest + place + 1 }));
  const next = newest + records.length;
  if (!(await write(connection, records, newest, next))) return false;
  newestNumbers.set(database, next);
  Dexie.on.storagemutated.fire(listChangedParts(database.name, records));
  return true;
}

/** Returns whether the transaction has committed. */
function write(
  connection: IDBDatabase,
  records: readonly StoredOperation[],
  newest: number,
  next: number,
): Promise<boolean> {
  const transaction = begin(connection);
  if (!transaction) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  transaction.addEventListener('complete', () => resolve(true));
  transaction.addEventListener('abort', () => resolve(false));
  try {
    const [operations, meta] = [transaction.objectStore('operations'), transaction.objectStore('meta')];
    const stored: IDBRequest<{ readonly value: number } | undefined> = meta.get('newestNumber');
    stored.addEventListener('success', () => {
      if (stored.result?.value !== newest) transaction.abort();
      // The browser would otherwise commit only once this page has taken the answers of both writes; one that fails still aborts.
      else transaction.commit();
    });
    for (const record of records) operations.add(record);
    meta.put({ key: 'newestNumber', value: next });
  } catch {
    transaction.abort();
  }
  return promise;
}

/** Returns undefined where the browser has cut the connection. */
function begin(connection: IDBDatabase): IDBTransaction | undefined {
  try {
    return connection.transaction(['operations', 'meta'], 'readwrite', { durability: 'strict' });
  } catch {
    return undefined;
  }
}

/** Describes new operations to live queries of all tabs and to the worker, as Dexie does. */
function listChangedParts(name: string, records: readonly StoredOperation[]): ObservabilitySet {
  const part = (table: string, keys: readonly IndexableType[]): ObservabilitySet => ({
    [`idb://${name}/${table}`]: new RangeSet().addKeys([...keys]),
  });
  return {
    ...part(
      'operations/',
      records.map(({ id }) => id),
    ),
    ...part(
      'operations/[ackEpoch+number]',
      records.map(({ ackEpoch, number }) => [ackEpoch, number]),
    ),
    ...part('meta/', ['newestNumber']),
  };
}
