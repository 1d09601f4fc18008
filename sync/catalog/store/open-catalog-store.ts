import { CatalogDatabase } from '../../database/catalog-database.ts';
import { CATALOG_DATABASE } from '../../database/catalog-layout.ts';
import { settleWithin } from '../../database/settle-within.ts';
import type { CatalogStore } from './catalog-store.ts';
import { IndexedDbCatalogStore } from './indexed-db-catalog-store.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';

/** Timeout of opening the database, as behind a tab that blocks it. */
const OPEN_TIMEOUT_MS = 3_000;

export interface OpenStoreOptions {
  /** The tab's database, where it reads it already; otherwise it is opened by this name. */
  readonly database?: CatalogDatabase | undefined;
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
  const database = options.database ?? new CatalogDatabase(idb, options.name ?? CATALOG_DATABASE);
  database.onOutdated(options.onOutdated);
  const store = new IndexedDbCatalogStore(database, keyRange);
  const first = await settleWithin(database.open(), OPEN_TIMEOUT_MS);
  if (first.isOk) return store;
  const name = first.error instanceof Error ? first.error.name : '';
  // Only the version of the app that created a layout may write there.
  if (name === 'VersionError') options.onOutdated();
  const isDamaged = /^(UnknownError|InvalidStateError|NotFoundError)$/.test(name);
  if (isDamaged && (await settleWithin(database.delete(), OPEN_TIMEOUT_MS)).isOk) {
    if ((await settleWithin(database.open(), OPEN_TIMEOUT_MS)).isOk) return store;
  }
  database.abandon();
  return new MemoryCatalogStore();
}
