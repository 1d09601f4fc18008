import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { isSameState } from '../catalog/store/catalog-store.ts';
import type { ShopRecord, StoredShop } from '../catalog/store/catalog-store.ts';
import { findListName, HEAD, readFirstPage } from '../catalog/store/first-pages.ts';
import type { FirstPagesHead, StoredPages } from '../catalog/store/first-pages.ts';
import { readShop } from '../catalog/store/read-shop.ts';
import type { KeyRanges } from '../catalog/store/read-shop.ts';
import type { CatalogPage } from '../worker/engine-api.ts';
import { CATALOG_DATABASE } from './catalog-layout.ts';
import { openCatalog } from './open-catalog.ts';
import { answerOf, runTransaction } from './run-transaction.ts';

/** A database that takes longer to open is left to the store, which handles such cases. */
const OPEN_TIMEOUT_MS = 1_000;

export interface EarlyReaderOptions {
  readonly name?: string;
  readonly indexedDB?: IDBFactory | undefined;
  readonly IDBKeyRange?: KeyRanges | undefined;
}

/** Reads in one transaction. A shop is null when the device has no copy of it, undefined when only the store can answer. */
export interface EarlyReader {
  loadShop(shop: ShopKey): Promise<StoredShop | null | undefined>;
  /** Reads the first page of a list, where the stored one is of the shop's present state. */
  findFirstPage(shop: ShopKey, state: BrowseState): Promise<CatalogPage | undefined>;
  close(): void;
}

/**
 * Reads the catalogue before the store's code is loaded, so that the first page does not wait for it. On a first visit it creates the
 * database, which takes the browser as long as that code takes to load. Every other case is the store's.
 */
export function openEarlyReader(options: EarlyReaderOptions = {}): EarlyReader {
  const idb = options.indexedDB ?? globalThis.indexedDB;
  const KeyRange = options.IDBKeyRange ?? globalThis.IDBKeyRange;
  const { opened, close } = idb ? open(idb, options.name ?? CATALOG_DATABASE) : NO_DATABASE;
  return {
    async loadShop(shop) {
      const database = await opened;
      if (!database) return database;
      return readShop(database, shop, KeyRange).then((found) => found ?? null, leaveToStore);
    },
    async findFirstPage(shop, state) {
      const list = findListName(state);
      const database = list === undefined ? null : await opened;
      return database ? readPage(database, shop, list as string, state.sort).catch(leaveToStore) : undefined;
    },
    close,
  };
}

/** Closed meanwhile, or damaged: the store reopens or recreates it. */
const leaveToStore = (): undefined => undefined;

interface Opening {
  /** Null when the device has no database yet: nothing waits for its creation. */
  readonly opened: Promise<IDBDatabase | null | undefined>;
  readonly close: () => void;
}

const NO_DATABASE: Opening = { opened: Promise.resolve(null), close: () => undefined };

function open(idb: IDBFactory, name: string): Opening {
  const { promise: opened, resolve } = Promise.withResolvers<IDBDatabase | null | undefined>();
  const opening = openCatalog(idb, name, { onNew: () => resolve(null), onVersionChange: () => undefined });
  opening.then(resolve, () => resolve(undefined));
  setTimeout(() => resolve(undefined), OPEN_TIMEOUT_MS);
  const close = (): void =>
    void opening.then(
      (database) => database.close(),
      () => undefined,
    );
  return { opened, close };
}

const readPage = (
  database: IDBDatabase,
  shop: ShopKey,
  list: string,
  sort: SortKey | null,
): Promise<CatalogPage | undefined> =>
  runTransaction(database, 'readonly', ['shops', 'firstPages'], async (table) => {
    const [record, head, pages] = await Promise.all([
      answerOf<ShopRecord | undefined>(table('shops').get(shop)),
      answerOf<FirstPagesHead | undefined>(table('firstPages').get([shop, HEAD])),
      answerOf<StoredPages | undefined>(table('firstPages').get([shop, list])),
    ]);
    return head && pages && isSameState(head.state, record) ? readFirstPage(head, pages, sort) : undefined;
  });
