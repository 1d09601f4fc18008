import { IDBDatabase as FakeDatabase } from 'fake-indexeddb';
import { vi } from 'vitest';

/** Internals of fake-indexeddb. */
interface RawDatabase {
  transactions: readonly IDBTransaction[];
  readonly connections: readonly IDBDatabase[];
}
interface RawTransaction extends IDBTransaction {
  readonly db: IDBDatabase & { readonly _rawDatabase: RawDatabase };
}

/**
 * Makes a transaction of fake-indexeddb one that never ends, as WebKit's do after its storage process has died: nothing that is asked of it
 * reaches the database, and none of its events fires, that of its abortion included.
 */
export function makeEndless(transaction: IDBTransaction): IDBTransaction {
  const { _rawDatabase: database } = (transaction as RawTransaction).db;
  database.transactions = database.transactions.filter((other) => other !== transaction);
  transaction.dispatchEvent = () => true;
  return transaction;
}

/**
 * From now on the transactions of the open connections of a storage never end; with `alsoNew` neither do those of later connections.
 * `vi.restoreAllMocks` undoes it.
 */
export function silenceConnections(idb: IDBFactory, { alsoNew = false } = {}): void {
  const { _databases: databases } = idb as unknown as { _databases: ReadonlyMap<string, RawDatabase> };
  const silent = new WeakSet([...databases.values()].flatMap(({ connections }) => connections));
  const begin = FakeDatabase.prototype.transaction;
  vi.spyOn(FakeDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args);
    return alsoNew || silent.has(this) ? makeEndless(transaction) : transaction;
  });
}
