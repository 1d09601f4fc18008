import { Dexie } from 'dexie';
import { limitTransactions } from './transaction-deadline.ts';

interface LayoutOptions {
  readonly indexedDB?: IDBFactory;
  /** Called when the stored layout is newer. */
  readonly onOutdated?: (() => void) | undefined;
}

/**
 * Options of Dexie with which a database opens in this layout only. Without them Dexie would also open a newer layout, which older versions
 * of the app must not read or write, and would add missing tables under a version number that no version of the app has. Each
 * transaction has a deadline.
 */
export function ownLayoutOnly<Options extends LayoutOptions>(layout: number, options: Options): Options {
  const idb = options.indexedDB ?? (Dexie.dependencies.indexedDB as IDBFactory | undefined);
  if (!idb) return options;
  const open: IDBFactory['open'] = (name, version) => {
    // The browser's version number is ten times Dexie's.
    if (version === layout * 10) {
      const opening = idb.open(name, version);
      // Before Dexie's own listener, which binds the method that begins transactions.
      opening.addEventListener('success', () => limitTransactions(opening.result));
      return opening;
    }
    // With another number Dexie adds a missing table or index: every version of the app would take it for the next layout.
    if (version !== undefined) throw new DOMException('the database lacks a table or an index', 'NotFoundError');
    // Without a number Dexie opens a newer layout, once the browser has rejected its own.
    options.onOutdated?.();
    throw new DOMException('a newer version of the app has created this database', 'VersionError');
  };
  const indexedDB: IDBFactory = {
    open,
    deleteDatabase: (name) => idb.deleteDatabase(name),
    cmp: (first, second) => idb.cmp(first, second),
    // Some browsers do not have it.
    databases: idb.databases?.bind(idb),
  };
  return { ...options, indexedDB };
}
