import { CatalogDatabase } from '../../database/catalog-database.ts';
import { CATALOG_BROWSER_VERSION, CATALOG_DATABASE } from '../../database/catalog-layout.ts';
import { settleWithin } from '../../database/settle-within.ts';
import type { CatalogStore } from './catalog-store.ts';
import { DexieCatalogStore } from './dexie-catalog-store.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';

/** An open that neither succeeds nor fails, as behind a tab that does not let go, is given up after this. */
const OPEN_TIMEOUT_MS = 3_000;

export interface OpenStoreOptions {
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
  /** Another tab with a newer version wants to change the layout: this one has let go of the database. */
  readonly onOutdated: () => void;
}

/**
 * The device's catalogue; in memory where IndexedDB is missing or cannot be opened. A database that is damaged is deleted and made anew:
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
    // Deleted by another tab that found it damaged: it will be there again, empty.
    if (event.newVersion === null) database.close({ disableAutoOpen: false });
    else {
      store.letGo();
      options.onOutdated();
    }
    // Dexie's own handler would let the database be opened again.
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
  store.letGo();
  return new MemoryCatalogStore();
}

/** Dexie opens a newer layout, too; only the version of the app that made it may write there. */
const isOfThisVersion = (database: CatalogDatabase): boolean =>
  database.backendDB().version === CATALOG_BROWSER_VERSION;
