import { Dexie } from 'dexie';
import { withReopen } from './reopen-once.ts';
import { settleWithin } from './settle-within.ts';
import { StorageBlockedError } from './storage-blocked-error.ts';

/** How long an operation waits for a database to open, as behind a tab that blocks it. */
const OPEN_TIMEOUT_MS = 3_000;

export interface DatabaseHandleOptions {
  /** Called when a newer version of the app takes over the database. */
  readonly onOutdated?: (() => void) | undefined;
  /** A deleted database is opened again by the next operation, empty: all that it held can be fetched. */
  readonly isRecreated?: boolean;
}

/** A database of this device, opened at its first use. Once closed it stays so: by its owner, by a newer version of the app or by its deletion. */
export class DatabaseHandle<Database extends Dexie> {
  readonly #create: () => Database | Promise<Database>;
  readonly #options: DatabaseHandleOptions;
  readonly #closedListeners = new Set<() => void>();
  #created: Promise<Database> | undefined;
  #database: Database | undefined;
  #isOpen = false;
  #isClosed = false;

  constructor(create: () => Database | Promise<Database>, options: DatabaseHandleOptions = {}) {
    this.#create = create;
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @throws RangeError before the first operation */
  get database(): Database {
    if (!this.#database) throw new RangeError('the database is not in use yet');
    return this.#database;
  }

  /** Name of the database; undefined before the first operation. */
  get name(): string | undefined {
    return this.#database?.name;
  }

  /** Runs an operation, once more where the browser has cut the connection. @throws StorageBlockedError when the database does not open */
  run<T>(operation: (database: Database) => PromiseLike<T>): Promise<T> {
    const run = (database: Database): Promise<T> => withReopen(database, operation, () => !this.#isClosed);
    if (this.#database && (this.#isOpen || this.#isClosed)) return run(this.#database);
    // A promise of Dexie keeps its zone: a live query also observes what it reads after this wait.
    return Dexie.Promise.resolve(this.#open()).then(run) as unknown as Promise<T>;
  }

  /** Deletes the database with all that is in it; the next operation creates it again. Waits for tabs that block that. */
  async recreate(): Promise<void> {
    this.#isOpen = false;
    await this.#database?.delete({ disableAutoOpen: false });
  }

  /** Calls back once, when the handle is closed. */
  onClosed(listener: () => void): void {
    this.#closedListeners.add(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#database?.close();
    for (const listener of this.#closedListeners) listener();
  }

  async #open(): Promise<Database> {
    // A failed attempt is repeated by the next operation.
    this.#created ??= this.#prepare().catch((error: unknown) => {
      this.#created = undefined;
      throw error;
    });
    const database = await this.#created;
    if (this.#isClosed) throw new Dexie.DatabaseClosedError();
    const { isOk, error } = await settleWithin(database.open(), OPEN_TIMEOUT_MS);
    if (!isOk) throw error ?? new StorageBlockedError(database.name);
    this.#isOpen = true;
    return database;
  }

  async #prepare(): Promise<Database> {
    const database = await this.#create();
    database.on('versionchange', ({ newVersion }) => {
      const isRecreated = newVersion === null && this.#options.isRecreated === true;
      if (isRecreated) this.#isOpen = false;
      else this.close();
      // Also one that opened only after the handle was closed.
      database.close({ disableAutoOpen: !isRecreated });
      if (newVersion !== null) this.#options.onOutdated?.();
      // Dexie's own handler would let the database be opened again.
      return false;
    });
    this.#database = database;
    return database;
  }
}
