import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { isSameState } from '../catalog/store/catalog-store.ts';
import type { ShopRecord, StoredShop } from '../catalog/store/catalog-store.ts';
import { findListName, HEAD, readFirstPage } from '../catalog/store/first-pages.ts';
import type { FirstPagesHead, StoredPages } from '../catalog/store/first-pages.ts';
import { readShop } from '../catalog/store/read-shop.ts';
import type { KeyRanges } from '../catalog/store/read-shop.ts';
import type { CatalogPage } from '../worker/engine-api.ts';
import { CatalogDatabase } from './catalog-database.ts';
import { CATALOG_DATABASE } from './catalog-layout.ts';
import { answerOf } from './run-transaction.ts';

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
  /** Reads the first page of a list, where the stored one is of the shop's present state. */
  findFirstPage(shop: ShopKey, state: BrowseState): Promise<CatalogPage | undefined>;
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
    async findFirstPage(shop, state) {
      const list = findListName(state);
      const found = list === undefined ? null : await opened;
      return found ? readPage(found, shop, list as string, state.sort).catch(leaveToStore) : undefined;
    },
  };
}

const NO_READER: EarlyReader = {
  database: undefined,
  loadShop: async () => null,
  findFirstPage: async () => undefined,
};

/** A newer version owns the database now, or it is damaged: the store recreates it. */
const leaveToStore = (): undefined => undefined;

const readPage = (
  database: CatalogDatabase,
  shop: ShopKey,
  list: string,
  sort: SortKey | null,
): Promise<CatalogPage | undefined> =>
  database.run('readonly', ['shops', 'firstPages'], async (table) => {
    const [record, head, pages] = await Promise.all([
      answerOf<ShopRecord | undefined>(table('shops').get(shop)),
      answerOf<FirstPagesHead | undefined>(table('firstPages').get([shop, HEAD])),
      answerOf<StoredPages | undefined>(table('firstPages').get([shop, list])),
    ]);
    return head && pages && isSameState(head.state, record) ? readFirstPage(head, pages, sort) : undefined;
  });
