import type { ShopKey } from '#contract/shops.ts';
import type { StoredShop } from '../catalog/store/catalog-store.ts';
import { readShop } from '../catalog/store/read-shop.ts';
import type { KeyRanges } from '../catalog/store/read-shop.ts';
import { CatalogDatabase } from './catalog-database.ts';
import { CATALOG_DATABASE } from './catalog-layout.ts';

/** A database that takes longer to open is left to the store, which handles such cases. */
const OPEN_TIMEOUT_MS = 1_000;

export interface EarlyReaderOptions {
  readonly name?: string;
  readonly indexedDB?: IDBFactory | undefined;
  readonly IDBKeyRange?: KeyRanges | undefined;
}

/** Reads in one transaction. A shop is null when the device has no copy of it, undefined when only the store can answer. */
export interface EarlyReader {
  /** The store's as well; missing where the browser has no IndexedDB. */
  readonly database: CatalogDatabase | undefined;
  loadShop(shop: ShopKey): Promise<StoredShop | null | undefined>;
}

/**
 * Reads the catalogue before the store's code is loaded, so that the first page does not wait for it. On a first visit it creates the
 * database, which takes the browser as long as that code takes to load. Every other case is the store's.
 */
export function openEarlyReader(options: EarlyReaderOptions = {}): EarlyReader {
  const idb = options.indexedDB ?? globalThis.indexedDB;
  const KeyRange = options.IDBKeyRange ?? globalThis.IDBKeyRange;
  if (!idb) return NO_READER;
  const { promise: opened, resolve } = Promise.withResolvers<CatalogDatabase | null | undefined>();
  // Nothing waits for a database that is created: the device has no copy.
  const database = new CatalogDatabase(idb, options.name ?? CATALOG_DATABASE, () => resolve(null));
  database.open().then(
    () => resolve(database),
    () => resolve(undefined),
  );
  setTimeout(() => resolve(undefined), OPEN_TIMEOUT_MS);
  return {
    database,
    async loadShop(shop) {
      const found = await opened;
      if (!found) return found;
      return found
        .use((connection) => readShop(connection, shop, KeyRange))
        .then((known) => known ?? null, leaveToStore);
    },
  };
}

const NO_READER: EarlyReader = {
  database: undefined,
  loadShop: async () => null,
};

/** A newer version owns the database now, or it is damaged: the store recreates it. */
const leaveToStore = (): undefined => undefined;
