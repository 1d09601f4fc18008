import type { Dexie } from 'dexie';
import { withReopen } from './reopen-once.ts';

/** An open database of this device. Once closed it stays so: by its owner, by a newer version of the app or by its deletion. */
export class DatabaseHandle<Database extends Dexie> {
  readonly database: Database;
  readonly #closedListeners = new Set<() => void>();
  #isClosed = false;

  /** `onOutdated` is called when a newer version of the app takes over the database. */
  constructor(database: Database, onOutdated?: () => void) {
    this.database = database;
    database.on('versionchange', ({ newVersion }) => {
      this.close();
      if (newVersion !== null) onOutdated?.();
      // Dexie's own handler would let the database be opened again.
      return false;
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Runs an operation, once more where the browser has cut the connection. */
  run<T>(operation: (database: Database) => PromiseLike<T>): Promise<T> {
    return withReopen(this.database, operation, () => !this.#isClosed);
  }

  /** Calls back once, when the handle is closed. */
  onClosed(listener: () => void): void {
    this.#closedListeners.add(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.database.close();
    for (const listener of this.#closedListeners) listener();
  }
}
