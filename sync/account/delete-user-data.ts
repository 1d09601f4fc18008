import { settleWithin } from '../database/settle-within.ts';
import { UserDatabase } from '../database/user-database.ts';
import type { UserDatabaseOptions } from '../database/user-database.ts';

/** How long to wait for a tab that blocks the database. */
const DELETE_TIMEOUT_MS = 3_000;

/** Deletes a user's rows and operations from the device; other tabs close their handles. */
export async function deleteUserData(sub: string, options?: UserDatabaseOptions): Promise<void> {
  const database = new UserDatabase(sub, options);
  // Cleared first: a frozen tab may block the deletion for long.
  await settleWithin(
    database.transaction('rw', database.tables, () => Promise.all(database.tables.map((table) => table.clear()))),
    DELETE_TIMEOUT_MS,
  );
  await settleWithin(database.delete(), DELETE_TIMEOUT_MS);
  database.close();
}
