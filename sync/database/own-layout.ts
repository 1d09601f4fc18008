import { Dexie } from 'dexie';

/**
 * The option of Dexie with which a database opens in this layout only. Without it Dexie also opens a newer one, which only the version of the
 * app that created it may read or write, and adds what it misses there under a number that no version of the app has. `onOutdated` is called
 * when the layout is newer.
 */
export function ownLayoutOnly(
  layout: number,
  { indexedDB, onOutdated }: { readonly indexedDB?: IDBFactory; readonly onOutdated?: (() => void) | undefined },
): { readonly indexedDB?: IDBFactory } {
  const idb = indexedDB ?? (Dexie.dependencies.indexedDB as IDBFactory | undefined);
  if (!idb) return {};
  const open: IDBFactory['open'] = (name, version) => {
    // The browser counts tenths of Dexie's versions.
    if (version === layout * 10) return idb.open(name, version);
    // So Dexie adds a table or an index that is missing: the number would be the next layout's for every version of the app.
    if (version !== undefined) throw new DOMException('the database lacks a table or an index', 'NotFoundError');
    // So Dexie opens a newer layout, once the browser has rejected its own.
    onOutdated?.();
    throw new DOMException('a newer version of the app has created this database', 'VersionError');
  };
  return {
    indexedDB: {
      open,
      deleteDatabase: (name) => idb.deleteDatabase(name),
      cmp: (first, second) => idb.cmp(first, second),
      // Some browsers do not have it.
      databases: idb.databases?.bind(idb),
    },
  };
}
