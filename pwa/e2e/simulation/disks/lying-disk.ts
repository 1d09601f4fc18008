import { forceCloseDatabase } from 'fake-indexeddb';
import { makeEndless } from '#sync/testing/endless-transactions.ts';

/** Internals of fake-indexeddb that are needed to undo a commit, and to fail between a commit and its answer. */
interface RawFactory {
  readonly _databases: Map<string, RawDatabase>;
}
interface RawDatabase {
  readonly name: string;
  readonly transactions: readonly RawTransaction[];
}
interface RawTransaction extends IDBTransaction {
  readonly _state: 'active' | 'inactive' | 'committing' | 'finished';
  /** Undoes each operation of the transaction; to be called in reverse order. */
  readonly _rollbackLog: readonly (() => void)[];
  error: DOMException;
  _abort(errorName: string): void;
}
interface RawConnection extends IDBDatabase {
  readonly _rawDatabase: RawDatabase;
}
interface RawStore {
  readonly rawDatabase: RawDatabase;
}
type StoreRecord = (this: RawStore, record: unknown, noOverwrite: boolean, rollbackLog?: unknown) => unknown;

type Connection = Parameters<typeof forceCloseDatabase>[0];

/** A relaxed commit that the operating system has not written to the disk yet. */
interface UnflushedCommit {
  readonly undo: readonly (() => void)[];
  readonly atMs: number;
}

/** Operating systems write cached pages after this time at the latest. */
const FLUSHED_AFTER_MS = 30_000;

/** Errors with which browsers report a transaction whose connection died; the last two are Safari's. */
export const LOST_ANSWERS = {
  AbortError: '',
  InvalidStateError: 'The database connection is closing.',
  UnknownError: 'Connection to Indexed Database server lost. Refresh the page to try again',
} as const;
export type LostAnswer = keyof typeof LOST_ANSWERS;

/** A tab, as far as its storage is concerned. */
export interface DiskUser {
  readonly isGone: boolean;
}

const disks = new WeakMap<RawDatabase, LyingDisk>();
const patched = new WeakSet<object>();

/**
 * A device's IndexedDB that breaks its promises as real ones do: relaxed commits vanish with a power cut, answers of commits are lost, writes
 * find no space, databases do not open, connections are cut and data is evicted. Without a fault it behaves as fake-indexeddb does.
 */
export class LyingDisk {
  readonly factory: IDBFactory;
  readonly #now: () => number;
  readonly #connections = new Map<IDBDatabase, DiskUser>();
  readonly #unflushed = new Map<RawDatabase, UnflushedCommit[]>();
  #isBlocked = false;
  #blockedOpens: (() => void)[] = [];
  /** Commits left until one loses its answer. */
  #lostAnswer: { commitsLeft: number; readonly error: LostAnswer } | undefined;
  /** Rows that still fit. */
  #rowsLeft = Number.POSITIVE_INFINITY;
  /** Connections whose transactions never end. */
  #silent = new WeakSet<IDBDatabase>();
  #silentUsers = new WeakSet<DiskUser>();
  readonly #changeListeners = new Set<(database: string) => void>();
  /** How often data was lost: rows that are read after a loss may be older than those read before it. */
  losses = 0;

  constructor(factory: IDBFactory, now: () => number) {
    this.factory = factory;
    this.#now = now;
  }

  /** Calls back after each commit that changed a database, and after each loss. */
  onChange(listener: (database: string) => void): void {
    this.#changeListeners.add(listener);
  }

  /** Returns the storage as one tab sees it; a dead tab cannot open anything. */
  openFor(user: DiskUser): IDBFactory {
    const { factory } = this;
    return {
      open: (name, version) => this.#open(user, name, version),
      deleteDatabase: (name) => this.#whenAvailable(() => factory.deleteDatabase(name)),
      databases: () => factory.databases(),
      cmp: (first, second) => factory.cmp(first, second),
    };
  }

  /** Ends the connections of a dead tab: its open transactions are aborted. */
  drop(user: DiskUser): void {
    for (const [connection, owner] of this.#connections) if (owner === user) this.#cut(connection, true);
  }

  /** Cuts every connection, as a browser does that runs out of memory; tabs may connect again. */
  cut(): void {
    for (const connection of this.#connections.keys()) this.#cut(connection, true);
  }

  /** From now on the transactions of a tab's open connections never end; with `alsoNew` neither do those of its later connections. */
  silence(user: DiskUser, { alsoNew = false } = {}): void {
    for (const [connection, owner] of this.#connections) if (owner === user) this.#silent.add(connection);
    if (alsoNew) this.#silentUsers.add(user);
  }

  /**
   * Undoes the newest relaxed commits of each database, as a power cut does: `share` (0 to 1) of those that were not flushed. Strict commits,
   * and every commit before them, survive. Returns the number of lost commits.
   */
  loseTail(share: number): number {
    let lost = 0;
    for (const [database, commits] of this.#unflushed) {
      const isThere = (this.factory as unknown as RawFactory)._databases.get(database.name) === database;
      const flushedMs = this.#now() - FLUSHED_AFTER_MS;
      const unflushed = commits.filter(({ atMs }) => atMs > flushedMs);
      const tail = isThere ? unflushed.slice(unflushed.length - Math.round(unflushed.length * share)) : [];
      for (const { undo } of tail.toReversed()) for (const step of undo.toReversed()) step();
      lost += tail.length;
      if (tail.length > 0) this.#noteLoss(database.name);
    }
    this.#unflushed.clear();
    return lost;
  }

  /** After `commitsLeft` other commits, lets one succeed while its caller sees a failure. */
  loseAnswer(commitsLeft: number, error: LostAnswer): void {
    this.#lostAnswer = { commitsLeft, error };
  }

  /** Sets how many more rows fit. */
  setSpace(rowsLeft: number): void {
    this.#rowsLeft = rowsLeft;
  }

  /** From now on no database answers an open, until `unblock`. */
  block(): void {
    this.#isBlocked = true;
  }

  unblock(): void {
    this.#isBlocked = false;
    for (const open of this.#blockedOpens.splice(0)) open();
  }

  /** Deletes databases while tabs use them, as browsers do when they evict a site or clear its data; returns the databases' names. */
  evict(isEvicted: (name: string) => boolean): string[] {
    const databases = (this.factory as unknown as RawFactory)._databases;
    const evicted = [...databases.keys()].filter(isEvicted);
    for (const name of evicted) {
      for (const connection of this.#connections.keys()) if (connection.name === name) this.#cut(connection, true);
      databases.delete(name);
      this.#noteLoss(name);
    }
    return evicted;
  }

  /** Replaces all databases by those of an earlier copy, which this disk then owns; no connection may be open. */
  putBack(copy: IDBFactory): void {
    const databases = (this.factory as unknown as RawFactory)._databases;
    // Databases that the copy lacks are lost, too.
    const changed = new Set(databases.keys());
    databases.clear();
    this.#unflushed.clear();
    for (const [name, database] of (copy as unknown as RawFactory)._databases) {
      databases.set(name, database);
      changed.add(name);
    }
    for (const name of changed) this.#noteLoss(name);
  }

  /** Ends every fault. */
  heal(): void {
    this.#lostAnswer = undefined;
    this.#rowsLeft = Number.POSITIVE_INFINITY;
    this.#silent = new WeakSet();
    this.#silentUsers = new WeakSet();
    this.unblock();
  }

  #open(user: DiskUser, name: string, version: number | undefined): IDBOpenDBRequest {
    if (user.isGone) throw new DOMException('The tab is gone', 'InvalidStateError');
    return this.#whenAvailable(() => {
      const request = this.factory.open(name, version);
      const note = (): void => this.#watch(request.result as RawConnection, user);
      request.addEventListener('success', note);
      request.addEventListener('upgradeneeded', note);
      return request;
    });
  }

  /** Starts a request now or, while the storage is blocked, at `unblock`; the request that the caller holds gets no events until then. */
  #whenAvailable(start: () => IDBOpenDBRequest): IDBOpenDBRequest {
    if (!this.#isBlocked) return start();
    const target = new EventTarget() as IDBOpenDBRequest;
    const handlers = ['success', 'error', 'upgradeneeded', 'blocked'] as const;
    this.#blockedOpens.push(() => {
      const request = start();
      for (const member of ['result', 'error', 'transaction', 'readyState'] as const)
        Object.defineProperty(target, member, { get: () => request[member] });
      for (const name of handlers) {
        request.addEventListener(name, (event) => {
          const copy = Object.assign(new Event(name, { cancelable: true }), pickVersions(event));
          // Listeners run before the `on…` handler, as in a browser: the engine adds its listener before Dexie sets the handler.
          // The order matters, because Dexie's handler binds the connection's methods.
          target.dispatchEvent(copy);
          target[`on${name}`]?.(copy as IDBVersionChangeEvent);
          if (copy.defaultPrevented) event.preventDefault();
        });
      }
    });
    return target;
  }

  #watch(connection: RawConnection, user: DiskUser): void {
    if (this.#connections.has(connection)) return;
    // The tab died while the database was opened.
    if (user.isGone) return void this.#cut(connection, false);
    this.#connections.set(connection, user);
    disks.set(connection._rawDatabase, this);
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...given) => {
      const transaction = begin(...given) as RawTransaction;
      if (this.#silent.has(connection) || this.#silentUsers.has(user)) return makeEndless(transaction);
      patchStores(connection._rawDatabase);
      if (transaction.mode !== 'readonly') this.#watchCommit(connection, transaction);
      return transaction;
    };
  }

  /** Notes the commit of a transaction, and may keep its answer from the caller. */
  #watchCommit(connection: RawConnection, transaction: RawTransaction): void {
    const dispatch = transaction.dispatchEvent.bind(transaction);
    transaction.dispatchEvent = (event) => {
      if (event.type !== 'complete') return dispatch(event);
      this.#noteCommit(connection._rawDatabase, transaction);
      const lost = this.#takeLostAnswer();
      if (!lost) return dispatch(event);
      transaction.error = new DOMException(LOST_ANSWERS[lost], lost);
      const failed = dispatch(new (event.constructor as new (type: string) => Event)('abort'));
      this.#cut(connection, true);
      return failed;
    };
  }

  #noteCommit(database: RawDatabase, { durability, mode, _rollbackLog: undo }: RawTransaction): void {
    // `default` is relaxed in Chrome.
    const isFlushed = durability === 'strict' || mode === 'versionchange';
    const commits = isFlushed ? [] : (this.#unflushed.get(database) ?? []);
    if (!isFlushed && undo.length > 0) commits.push({ undo: [...undo], atMs: this.#now() });
    this.#unflushed.set(database, commits);
    if (undo.length > 0) this.#tellChanged(database.name);
  }

  #noteLoss(database: string): void {
    this.losses += 1;
    this.#tellChanged(database);
  }

  #tellChanged(database: string): void {
    for (const tell of this.#changeListeners) tell(database);
  }

  #takeLostAnswer(): LostAnswer | undefined {
    const lost = this.#lostAnswer;
    if (!lost || lost.commitsLeft-- > 0) return undefined;
    this.#lostAnswer = undefined;
    return lost.error;
  }

  /** Called before a row is stored. @throws DOMException when it does not fit */
  takeSpace(): void {
    if (this.#rowsLeft-- <= 0) throw new DOMException('The storage is full', 'QuotaExceededError');
  }

  #cut(connection: IDBDatabase, isForced: boolean): void {
    this.#connections.delete(connection);
    const { transactions } = (connection as RawConnection)._rawDatabase;
    for (const transaction of transactions)
      if (transaction.db === connection && transaction._state !== 'finished') transaction._abort('AbortError');
    if (isForced) forceCloseDatabase(connection as unknown as Connection);
    else connection.close();
  }
}

/** The versions of a `versionchange`-like event. */
function pickVersions(event: Event): object {
  if (!('oldVersion' in event)) return {};
  return { oldVersion: event.oldVersion, newVersion: 'newVersion' in event ? event.newVersion : null };
}

/** Makes stored rows use up space. Patches the class that all of fake-indexeddb's stores share, once. */
function patchStores(database: RawDatabase): void {
  const [store] = (database as RawDatabase & { rawObjectStores: Map<string, RawStore> }).rawObjectStores.values();
  const prototype = store && (Object.getPrototypeOf(store) as { storeRecord: StoreRecord });
  if (!prototype || patched.has(prototype)) return;
  patched.add(prototype);
  const { storeRecord } = prototype;
  prototype.storeRecord = function storeIfThereIsSpace(this: RawStore, record, noOverwrite, rollbackLog) {
    // Undoing an operation needs no space.
    if (rollbackLog) disks.get(this.rawDatabase)?.takeSpace();
    return Reflect.apply(storeRecord, this, [record, noOverwrite, rollbackLog]);
  };
}
