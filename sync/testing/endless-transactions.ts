/** Internals of fake-indexeddb. */
interface RawDatabase {
  transactions: readonly IDBTransaction[];
  processTransactions(): void;
  readonly connections: readonly RawConnection[];
}
interface RawConnection extends IDBDatabase {
  _rawDatabase: RawDatabase;
}
interface RawTransaction extends IDBTransaction {
  readonly db: RawConnection;
}

/**
 * Makes a transaction of fake-indexeddb one that never ends, as WebKit's do after its storage process has died: its requests do not reach
 * the database, and none of its events fires, not even `abort`.
 */
export function makeEndless(transaction: IDBTransaction): IDBTransaction {
  const { _rawDatabase: database } = (transaction as RawTransaction).db;
  database.transactions = database.transactions.filter((other) => other !== transaction);
  transaction.dispatchEvent = () => true;
  return transaction;
}

/**
 * From now on the transactions of a storage's open connections never end; with `alsoNew` neither do those of later connections to the same
 * databases. Returns a function that undoes it for new transactions.
 */
export function silenceConnections(idb: IDBFactory, { alsoNew = false } = {}): () => void {
  const { _databases: databases } = idb as unknown as { _databases: ReadonlyMap<string, RawDatabase> };
  const restores = [...databases.values()].flatMap((database) => {
    const push = (transaction: IDBTransaction): number => {
      transaction.dispatchEvent = () => true;
      return 0;
    };
    const silent = { transactions: Object.assign([], { push }), processTransactions: () => undefined };
    const { transactions, processTransactions, connections } = database;
    if (alsoNew) {
      Object.assign(database, silent);
      return [() => Object.assign(database, { transactions, processTransactions })];
    }
    return connections.map((connection) => {
      connection._rawDatabase = Object.assign(Object.create(database) as RawDatabase, silent);
      return () => (connection._rawDatabase = database);
    });
  });
  return () => {
    for (const restore of restores) restore();
  };
}
