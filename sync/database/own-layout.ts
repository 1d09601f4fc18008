import { Dexie } from 'dexie';
import { limitTransactions } from './transaction-deadline.ts';

interface LayoutOptions {
  readonly indexedDB?: IDBFactory;
  /** Called when the layout is newer. */
  readonly onOutdated?: (() => void) | undefined;
}

/**
 * Options of Dexie with which a database opens in this layout only. Without them Dexie also opens a newer one, which only the version of the
 * app that created it may read or write, and adds what it misses there under a number that no version of the app has. Each transaction has a
 * deadline.
 */
export function ownLayoutOnly<Options extends LayoutOptions>(layout: number, options: Options): Options {
  const idb = options.indexedDB ?? (Dexie.dependencies.indexedDB as IDBFactory | undefined);
  if (!idb) return options;
  const open: IDBFactory['open'] = (name, version) => {
    // The browser counts tenths of Dexie's versions.
    if (version === layout * 10) {
      const opening = idb.open(name, version);
      // Before Dexie's own listener, which binds the method that begins transactions.
      opening.addEventListener('success', () => limitTransactions(opening.result));
      return opening;
    }
    // So Dexie adds a table or an index that is missing: the number would be the next layout's for every version of the app.
    if (version !== undefined) throw new DOMException('the database lacks a table or an index', 'NotFoundError');
    // So Dexie opens a newer layout, once the browser has rejected its own.
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
