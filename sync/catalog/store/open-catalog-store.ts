import { CatalogDatabase } from '../../database/catalog-database.ts';
import { CATALOG_BROWSER_VERSION, CATALOG_DATABASE } from '../../database/catalog-layout.ts';
import { settleWithin } from '../../database/settle-within.ts';
import type { CatalogStore } from './catalog-store.ts';
import { DexieCatalogStore } from './dexie-catalog-store.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';

/** Timeout of opening the database, as behind a tab that blocks it. */
const OPEN_TIMEOUT_MS = 3_000;

export interface OpenStoreOptions {
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
  /** Another tab with a newer version changes the layout: this tab has closed the database. */
  readonly onOutdated: () => void;
}

/**
 * Opens the device's catalogue; in memory where IndexedDB is missing or cannot be opened. A damaged database is deleted and recreated:
 * everything in it can be fetched again.
 */
export async function openCatalogStore(options: OpenStoreOptions): Promise<CatalogStore> {
  const idb = options.indexedDB ?? globalThis.indexedDB;
  const keyRange = options.IDBKeyRange ?? globalThis.IDBKeyRange;
  if (!idb) return new MemoryCatalogStore();
  const name = options.name ?? CATALOG_DATABASE;
  const database = new CatalogDatabase(name, { indexedDB: idb, IDBKeyRange: keyRange });
  const store = new DexieCatalogStore(database);
  database.on('versionchange', (event) => {
    // Deleted by another tab that found it damaged, which recreates it.
    if (event.newVersion === null) database.close({ disableAutoOpen: false });
    else {
      store.abandon();
      options.onOutdated();
    }
    // Dexie's own handler would allow the database to be reopened.
    return false;
  });
  const first = await settleWithin(database.open(), OPEN_TIMEOUT_MS);
  if (first.isOk && isOfThisVersion(database)) return store;
  if (first.isOk) options.onOutdated();
  const isDamaged =
    first.error instanceof Error &&
    /^(UnknownError|OpenFailedError|InvalidStateError|NotFoundError)$/.test(first.error.name);
  if (isDamaged && (await settleWithin(database.delete(), OPEN_TIMEOUT_MS)).isOk) {
    if ((await settleWithin(database.open(), OPEN_TIMEOUT_MS)).isOk) return store;
  }
  store.abandon();
  return new MemoryCatalogStore();
}

/** Dexie opens newer layouts as well; only the version of the app that created one may write there. */
const isOfThisVersion = (database: CatalogDatabase): boolean =>
  database.backendDB().version === CATALOG_BROWSER_VERSION;
