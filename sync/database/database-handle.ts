import { Dexie } from 'dexie';
import { StorageBlockedError, isLostConnection, isQuotaError } from './storage-errors.ts';
import { settleWithin } from './settle-within.ts';
import { onOverdue } from './transaction-deadline.ts';

/** How long an operation waits for a database to open or to be deleted, as behind a tab that blocks it. */
const OPEN_TIMEOUT_MS = 3_000;

export interface DatabaseHandleOptions {
  /** Called when a newer version of the app takes over the database. */
  readonly onOutdated?: (() => void) | undefined;
  /** A deleted database is opened again by the next operation, empty: all that it held can be fetched. */
  readonly isRecreated?: boolean;
  /**
   * Called when an operation finds no space. Evicts what can be fetched again, whereupon the operation runs once more; returns false if
   * there is nothing to evict.
   */
  readonly freeSpace?: (() => Promise<boolean>) | undefined;
  /** Called when transactions do not end, and a new connection does not help. */
  readonly onSilent?: (() => void) | undefined;
}

/**
 * A database of this device, opened at its first use. It is closed for good by its owner, by a newer version of the app or, without
 * `isRecreated`, by its deletion.
 */
export class DatabaseHandle<Database extends Dexie> {
  readonly #create: () => Database | Promise<Database>;
  readonly #options: DatabaseHandleOptions;
  readonly #closedListeners = new Set<() => void>();
  /** Functions that reject the operations in progress, each with its connection; null if Dexie has yet to open one. */
  readonly #running = new Map<(error: Error) => void, IDBDatabase | null>();
  #attempts = 0;
  /** A new connection did not help: until a transaction ends, one operation at a time tries, and the others fail at once. */
  #isSilent = false;
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

  /** Name of the database; undefined before the first operation. */
  get name(): string | undefined {
    return this.#database?.name;
  }

  /**
   * Runs an operation. It runs once more, on a new connection, if the browser has cut the connection or its transactions do not end. The
   * first run may have committed, so the caller creates ids of rows before it calls. The operation also runs once more if `freeSpace` has
   * freed space.
   * @throws StorageBlockedError when the database does not open, or its transactions do not end
   */
  run<T>(operation: (database: Database) => PromiseLike<T>): Promise<T> {
    const { freeSpace } = this.#options;
    const running = this.#runConnected(operation);
    if (!freeSpace) return running;
    return running.catch(async (error: unknown) => {
      if (isQuotaError(error) && (await freeSpace())) return this.#runConnected(operation);
      throw error;
    });
  }

  /** Deletes the database with all that is in it; the next operation creates it again. @throws StorageBlockedError when other tabs block that */
  async recreate(): Promise<void> {
    this.#isOpen = false;
    if (this.#database) await this.#inTime(this.#database.delete({ disableAutoOpen: false }), this.#database);
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

  #runConnected<T>(operation: (database: Database) => PromiseLike<T>): Promise<T> {
    if (this.#isSilent && this.#attempts > 0) return Promise.reject(new StorageBlockedError(this.name ?? ''));
    this.#attempts += 1;
    let begun = 0;
    const attempt = (): Promise<T> =>
      this.#connected((database) => {
        begun += 1;
        return this.#attempt(database, operation);
      });
    const end = (result: T): T => {
      this.#attempts -= 1;
      return result;
    };
    const fail = (error: unknown): never => {
      this.#attempts -= 1;
      if (begun > 0 && error instanceof StorageBlockedError) this.#noteSilence();
      throw error;
    };
    return attempt().then(end, (error: unknown) => {
      const isUnusable = error instanceof StorageBlockedError || isLostConnection(error);
      if (begun === 0 || this.#isClosed || this.#isSilent || !isUnusable) return fail(error);
      return attempt().then(end, fail);
    });
  }

  #connected<T>(use: (database: Database) => Promise<T>): Promise<T> {
    if (this.#database && (this.#isOpen || this.#isClosed)) return use(this.#database);
    // A promise of Dexie keeps its zone: a live query also observes what it reads after this wait.
    return Dexie.Promise.resolve(this.#open()).then(use) as unknown as Promise<T>;
  }

  /** Runs an operation until it ends or the connection is given up. A connection that the browser has cut is closed. */
  #attempt<T>(database: Database, operation: (database: Database) => PromiseLike<T>): Promise<T> {
    const connection = database.backendDB() as IDBDatabase | null;
    return new Dexie.Promise<T>((resolve, reject) => {
      const fail = (error: unknown): void => {
        this.#running.delete(fail);
        if (isLostConnection(error) && database.backendDB() === connection) this.#disconnect(database);
        reject(error);
      };
      this.#running.set(fail, connection);
      operation(database).then((result) => {
        this.#running.delete(fail);
        this.#isSilent = false;
        resolve(result);
      }, fail);
    }) as unknown as Promise<T>;
  }

  /** Closes the connection without waiting for it; the next operation opens another one. */
  #disconnect(database: Database): void {
    if (this.#isClosed) return;
    this.#isOpen = false;
    database.close({ disableAutoOpen: false });
  }

  /** Ends the operations of a connection whose transactions do not end. */
  #giveUp(database: Database, connection: IDBDatabase): void {
    if (database.backendDB() === connection) this.#disconnect(database);
    const running = [...this.#running];
    for (const [fail, of] of running)
      if (of === null || of === connection) fail(new StorageBlockedError(database.name));
  }

  #noteSilence(): void {
    if (this.#isSilent) return;
    this.#isSilent = true;
    this.#options.onSilent?.();
  }

  async #open(): Promise<Database> {
    // A failed attempt is repeated by the next operation.
    this.#created ??= this.#prepare().catch((error: unknown) => {
      this.#created = undefined;
      throw error;
    });
    const database = await this.#created;
    if (this.#isClosed) throw new Dexie.DatabaseClosedError();
    await this.#inTime(database.open(), database);
    this.#isOpen = true;
    return database;
  }

  async #inTime(work: PromiseLike<unknown>, { name }: Database): Promise<void> {
    const { isOk, error } = await settleWithin(work, OPEN_TIMEOUT_MS);
    if (!isOk) throw error ?? new StorageBlockedError(name);
  }

  async #prepare(): Promise<Database> {
    const database = await this.#create();
    const watch = (): void => {
      const connection = database.backendDB() as IDBDatabase;
      onOverdue(connection, () => this.#giveUp(database, connection));
    };
    database.on('ready', watch, true);
    database.on('versionchange', ({ newVersion }) => {
      const isRecreated = newVersion === null && this.#options.isRecreated === true;
      if (isRecreated) this.#isOpen = false;
      else this.close();
      // Also closes a database that opened only after the handle was closed.
      database.close({ disableAutoOpen: !isRecreated });
      if (newVersion !== null) this.#options.onOutdated?.();
      // Dexie's own handler would let the database be opened again.
      return false;
    });
    this.#database = database;
    return database;
  }
}
