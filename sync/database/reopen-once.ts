import type { Dexie } from 'dexie';

/** Runs an operation; once more on a new handle if the browser has closed the old one, as Safari does for background pages. */
export async function withReopen<Database extends Dexie, T>(
  database: Database,
  operation: (database: Database) => PromiseLike<T>,
  mayReopen: () => boolean = () => true,
): Promise<T> {
  try {
    return await operation(database);
  } catch (error) {
    if (!mayReopen() || !isLostHandle(error)) throw error;
    database.close({ disableAutoOpen: false });
    await database.open();
    return operation(database);
  }
}

/** Whether an operation failed because the browser has cut the connection. */
export const isLostHandle = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'DatabaseClosedError' ||
    error.name === 'InvalidStateError' ||
    /connection.*(lost|closing|closed)/i.test(error.message));
