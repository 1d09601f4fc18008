import { openCatalog } from './open-catalog.ts';
import { isLostHandle } from './reopen-once.ts';
import { hasTables } from './catalog-tables.ts';
import type { CatalogTable } from './catalog-tables.ts';
import { runTransaction } from './run-transaction.ts';
import type { FindTable } from './run-transaction.ts';

/**
 * The catalogue on the device, for all that a tab reads and writes: a connection that is opened again after the browser has cut it, or another tab has deleted the database.
 * Everything in it can be fetched again, so its transactions are of relaxed durability.
 */
export class CatalogDatabase {
  readonly #idb: IDBFactory;
  readonly #name: string;
  readonly #onNew: () => void;
  #onOutdated: (() => void) | undefined;
  #connecting: Promise<IDBDatabase> | undefined;
  #isAbandoned = false;
  #isOutdated = false;

  /** @param onNew called as soon as the device turns out to have no such database, while it is created */
  constructor(idb: IDBFactory, name: string, onNew: () => void = () => undefined) {
    this.#idb = idb;
    this.#name = name;
    this.#onNew = onNew;
  }

  /** Calls back when a newer version of the app changes the layout, or has done so: this database is abandoned. */
  onOutdated(listener: () => void): void {
    this.#onOutdated = listener;
    if (this.#isOutdated) listener();
  }

  /** @throws DOMException `VersionError` for a newer layout, `NotFoundError` for a database without its tables */
  async open(): Promise<void> {
    await this.#connect();
  }

  /** Runs `work` with a connection, once more with a new one where the browser has cut it. */
  async use<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
    const connecting = this.#connect();
    try {
      return await work(await connecting);
    } catch (error) {
      if (this.#isAbandoned || !isLostHandle(error)) throw error;
      this.#disconnect(connecting);
      return work(await this.#connect());
    }
  }

  /** Runs `work` in one transaction. @throws as `runTransaction` */
  run<T>(
    mode: 'readonly' | 'readwrite',
    tables: readonly CatalogTable[],
    work: (table: FindTable) => T | Promise<T>,
  ): Promise<T> {
    return this.use((database) => runTransaction(database, mode, tables, work));
  }

  /** Deletes the database, for one that is damaged. */
  async delete(): Promise<void> {
    this.#disconnect(this.#connecting);
    await new Promise<unknown>((resolve, reject) => {
      const request = this.#idb.deleteDatabase(this.#name);
      request.addEventListener('success', resolve);
      request.addEventListener('error', () => reject(request.error as DOMException));
    });
  }

  /** Ends the connection; the next operation opens another. */
  close(): void {
    this.#disconnect(this.#connecting);
  }

  /** Gives up the database for good: every later operation fails. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#disconnect(this.#connecting);
  }

  #connect(): Promise<IDBDatabase> {
    if (this.#isAbandoned) return Promise.reject(new Error('a newer version of the app owns the database'));
    if (this.#connecting) return this.#connecting;
    const connecting: Promise<IDBDatabase> = openCatalog(this.#idb, this.#name, {
      onNew: this.#onNew,
      onVersionChange: (newVersion) => {
        this.#disconnect(connecting);
        // Another tab found it damaged, and recreates it.
        if (newVersion === null) return;
        this.abandon();
        this.#isOutdated = true;
        this.#onOutdated?.();
      },
      onClose: () => this.#disconnect(connecting),
    }).then((database) => {
      if (hasTables(database)) return database;
      database.close();
      throw new DOMException('the database lacks tables', 'NotFoundError');
    });
    this.#connecting = connecting;
    // A failed attempt is repeated by the next operation.
    connecting.catch(() => this.#disconnect(connecting));
    return connecting;
  }

  #disconnect(connecting: Promise<IDBDatabase> | undefined): void {
    if (this.#connecting === connecting) this.#connecting = undefined;
    // Also one that opens only after it was given up.
    connecting?.then(
      (database) => database.close(),
      () => undefined,
    );
  }
}
