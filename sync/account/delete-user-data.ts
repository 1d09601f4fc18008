import { settleWithin } from '../database/settle-within.ts';
import { UserDatabase } from '../database/user-database.ts';
import type { UserDatabaseOptions } from '../database/user-database.ts';

/** A tab that does not let go of the database is not waited for longer than this. */
const DELETE_TIMEOUT_MS = 3_000;

/** Removes a user's rows and operations from the device; tabs that have them open let go. */
export async function deleteUserData(sub: string, options?: UserDatabaseOptions): Promise<void> {
  const database = new UserDatabase(sub, options);
  // Emptied first: a frozen tab may hold the database itself for long.
  await settleWithin(
    database.transaction('rw', database.tables, () => Promise.all(database.tables.map((table) => table.clear()))),
    DELETE_TIMEOUT_MS,
  );
  await settleWithin(database.delete(), DELETE_TIMEOUT_MS);
  database.close();
}
