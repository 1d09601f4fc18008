import { deleteDatabase as removeDatabase, openExisting, transactOnce } from '../../database/idb.ts';
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
export async function deleteDatabase(name: string, { indexedDB }: UserIndexOptions): Promise<boolean> {
  await settleWithin(clearTables(name, indexedDB), ATTEMPT_MS);
  return (await settleWithin(removeDatabase(name, indexedDB), ATTEMPT_MS)).isOk;
}

/** Without Dexie, which would upgrade the layout and create a database that no longer exists. */
async function clearTables(name: string, indexedDB: IDBFactory | undefined): Promise<void> {
  const database = await openExisting(name, indexedDB);
  if (!database) return;
  const names = [...database.objectStoreNames];
  await transactOnce(database, names, 'readwrite', (table) => {
    for (const each of names) table(each).clear();
  });
}
