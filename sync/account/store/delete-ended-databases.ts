import { settleWithin } from '../../database/settle-within.ts';
import { forgetEndedDatabase, listEndedDatabases } from './user-index.ts';
import type { UserIndexOptions } from './user-index.ts';

/** How long one attempt waits for a tab that blocks the database; a later attempt repeats it. */
const ATTEMPT_MS = 3_000;

/** Tries once to delete the databases of ended sessions. Never rejects: the next start or sign-out tries again. */
export async function deleteEndedDatabases(options: UserIndexOptions = {}): Promise<void> {
  const names = await listEndedDatabases(options).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      if (await deleteDatabase(name, options)) await forgetEndedDatabase(name, options).catch(() => undefined);
    }),
  );
}

/** Deletes a database; returns whether it is gone. One that a tab blocks is emptied, if possible, and deleted when that tab ends. */
export async function deleteDatabase(
  name: string,
  { indexedDB = globalThis.indexedDB }: UserIndexOptions,
): Promise<boolean> {
  await settleWithin(clearTables(indexedDB, name), ATTEMPT_MS);
  const deleting = new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('the deletion failed')));
  });
  return (await settleWithin(deleting, ATTEMPT_MS)).isOk;
}

/** Without Dexie, which would upgrade the layout and create a database that no longer exists. */
function clearTables(indexedDB: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('error', (event) => {
      event.preventDefault();
      resolve();
    });
    request.addEventListener('success', () => {
      const { result: database } = request;
      database.addEventListener('versionchange', () => database.close());
      const tables = [...database.objectStoreNames];
      if (tables.length === 0) {
        database.close();
        return resolve();
      }
      const transaction = database.transaction(tables, 'readwrite');
      for (const table of tables) transaction.objectStore(table).clear();
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the database is damaged')));
      // Closes once the transaction is finished.
      database.close();
    });
  });
}
