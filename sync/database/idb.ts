import { settleWithin } from './settle-within.ts';
import { StorageBlockedError } from './storage-errors.ts';
import { limitTransactions, onOverdue } from './transaction-deadline.ts';

/** IndexedDB without Dexie, for code that loads before or without it. Only this file and Dexie open databases. */

/** How long a database may take to open, as behind a tab that blocks it. */
const OPEN_TIMEOUT_MS = 3_000;

/** Tables of a database that is made at its first use, and their keys. Its layout never changes. */
export type FixedTables = Readonly<Record<string, IDBObjectStoreParameters>>;

/** Opens or creates a database; the connection closes if another tab deletes it. @throws StorageBlockedError when it does not open in time */
export async function openDatabase(
  name: string,
  tables: FixedTables,
  idb = globalThis.indexedDB,
): Promise<IDBDatabase> {
  return settle(name, idb.open(name, 1), ({ result }) => {
    for (const [table, key] of Object.entries(tables)) result.createObjectStore(table, key);
  });
}

/** Opens a database of any layout as it is. If it does not exist, returns undefined and creates none. @throws as `openDatabase` */
export async function openExisting(name: string, idb = globalThis.indexedDB): Promise<IDBDatabase | undefined> {
  let isMissing = false;
  const opening = settle(name, idb.open(name), ({ transaction }) => {
    isMissing = true;
    transaction?.abort();
  });
  return opening.catch((error: unknown) => {
    if (isMissing) return undefined;
    throw error;
  });
}

/**
 * Runs the only transaction of a connection, which is closed after it. `work` gets a table by its name and must wait for nothing but answers
 * of the transaction; an error that it throws aborts the transaction. Resolves after the commit. @throws StorageBlockedError when the
 * transaction does not end
 */
export async function transactOnce<T>(
  database: IDBDatabase,
  tables: readonly string[],
  mode: IDBTransactionMode,
  work: (table: (name: string) => IDBObjectStore) => T | PromiseLike<T>,
  options?: IDBTransactionOptions,
): Promise<T> {
  const overdue = Promise.withResolvers<never>();
  onOverdue(database, () => overdue.reject(new StorageBlockedError(database.name)));
  try {
    const transaction = database.transaction(tables, mode, options);
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('the transaction was aborted')),
      );
    });
    const working = (async () => work((name) => transaction.objectStore(name)))().catch((error: unknown) => {
      // The browser may have aborted it before.
      if (!transaction.error) transaction.abort();
      throw transaction.error ?? error;
    });
    return (await Promise.race([Promise.all([working, committed]), overdue.promise]))[0];
  } finally {
    database.close();
  }
}

/** The answer of a request. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the request failed')));
  });

/** Deletes a database; waits for connections that do not close. */
export async function deleteDatabase(name: string, idb = globalThis.indexedDB): Promise<void> {
  await answerOf(idb.deleteDatabase(name));
}

/** Names of this origin's databases; none in browsers that cannot list them. */
export async function listDatabases(idb = globalThis.indexedDB): Promise<string[]> {
  return ((await idb.databases?.()) ?? []).flatMap(({ name }) => name ?? []);
}

async function settle(
  name: string,
  opening: IDBOpenDBRequest,
  onMissing: (opening: IDBOpenDBRequest) => void,
): Promise<IDBDatabase> {
  opening.addEventListener('upgradeneeded', () => onMissing(opening));
  // The caller handles the error; without this, the browser would report it as well.
  opening.addEventListener('error', (event) => event.preventDefault());
  const opened = answerOf(opening);
  const { isOk, error } = await settleWithin(opened, OPEN_TIMEOUT_MS);
  if (!isOk) {
    opened.then(
      (database) => database.close(),
      () => undefined,
    );
    throw error ?? new StorageBlockedError(name);
  }
  const database = await opened;
  limitTransactions(database);
  database.addEventListener('versionchange', () => database.close());
  return database;
}
