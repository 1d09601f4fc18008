import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { isSameState } from '../catalog/store/catalog-store.ts';
import type { OverlayRow, ShopRecord, StoredShop, ViewCounts } from '../catalog/store/catalog-store.ts';
import { findListName, HEAD, readFirstPage } from '../catalog/store/first-pages.ts';
import type { FirstPagesHead, StoredPages } from '../catalog/store/first-pages.ts';
import type { CatalogPage } from '../worker/engine-api.ts';
import { CATALOG_BROWSER_VERSION, CATALOG_DATABASE } from './catalog-layout.ts';

/** A database that takes longer to open is left to the store, which handles such cases. */
const OPEN_TIMEOUT_MS = 1_000;
/** Arrays sort above every string and number: the end of an index that starts with the shop. */
const ABOVE_ALL: readonly unknown[] = [];

export interface EarlyReaderOptions {
  readonly name?: string;
  readonly indexedDB?: IDBFactory | undefined;
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined;
}

/** Reads in one transaction. A shop is null when the device has no copy of it, undefined when only the store can answer. */
export interface EarlyReader {
  loadShop(shop: ShopKey): Promise<StoredShop | null | undefined>;
  /** Reads the first page of a list, where the stored one is of the shop's present state. */
  findFirstPage(shop: ShopKey, state: BrowseState): Promise<CatalogPage | undefined>;
  close(): void;
}

/**
 * Reads the catalogue without Dexie, whose code is twice the size of the rest, so that the first page does not wait for it to load. Reads
 * only a database of this layout and creates none; every other case is the store's.
 */
export function openEarlyReader(options: EarlyReaderOptions = {}): EarlyReader {
  const idb = options.indexedDB ?? globalThis.indexedDB;
  const KeyRange = options.IDBKeyRange ?? globalThis.IDBKeyRange;
  const opened = idb ? open(idb, options.name ?? CATALOG_DATABASE) : Promise.resolve(null);
  return {
    async loadShop(shop) {
      const database = await opened;
      return database && readShop(database, shop, KeyRange).catch(leaveToStore);
    },
    async findFirstPage(shop, state) {
      const list = findListName(state);
      const database = list === undefined ? null : await opened;
      return database ? readPage(database, shop, list as string, state.sort).catch(leaveToStore) : undefined;
    },
    close() {
      void opened.then((database) => database?.close());
    },
  };
}

/** Closed meanwhile, or damaged: the store reopens or recreates it. */
const leaveToStore = (): undefined => undefined;

/** Null when there is no database. */
function open(idb: IDBFactory, name: string): Promise<IDBDatabase | null | undefined> {
  return new Promise((resolve) => {
    let isNew = false;
    const request = idb.open(name);
    request.addEventListener('upgradeneeded', () => {
      // The database does not exist. Only the store creates its tables.
      isNew = true;
      request.transaction?.abort();
    });
    request.addEventListener('error', (event) => {
      event.preventDefault();
      resolve(isNew ? null : undefined);
    });
    request.addEventListener('success', () => {
      const { result: database } = request;
      // A newer version, or a deletion of the database, must not be blocked by this reader.
      database.addEventListener('versionchange', () => database.close());
      if (database.version === CATALOG_BROWSER_VERSION) return resolve(database);
      database.close();
      resolve(undefined);
    });
    setTimeout(() => resolve(undefined), OPEN_TIMEOUT_MS);
  });
}

/** Reads what `ask` requests in one transaction, all at once: each awaited answer would be another round trip to the browser's storage process. */
async function read<T>(
  database: IDBDatabase,
  tables: string[],
  ask: (table: (name: string) => IDBObjectStore) => () => T,
): Promise<T> {
  const transaction = database.transaction(tables, 'readonly');
  const answer = ask((name) => transaction.objectStore(name));
  await new Promise<unknown>((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the read was aborted')));
  });
  return answer();
}

const readShop = (
  database: IDBDatabase,
  shop: ShopKey,
  KeyRange: typeof globalThis.IDBKeyRange,
): Promise<StoredShop | null> =>
  read(database, ['shops', 'blocks', 'overlay', 'views'], (table) => {
    const record: IDBRequest<ShopRecord | undefined> = table('shops').get(shop);
    const blocks: IDBRequest<{ hash: string; bytes: ArrayBuffer }[]> = table('blocks')
      .index('[shop+kind]')
      .getAll(KeyRange.only([shop, 'cards']));
    const rows: IDBRequest<OverlayRow[]> = table('overlay')
      .index('[shop+seq]')
      .getAll(KeyRange.bound([shop], [shop, ABOVE_ALL]));
    const views: IDBRequest<ViewCounts | undefined> = table('views').get(shop);
    return () => {
      const found = record.result;
      return found
        ? {
            record: found,
            cards: new Map(blocks.result.map(({ hash, bytes }) => [hash, bytes])),
            overlay: rows.result.filter((row) => row.seq > found.manifest.seq),
            views: views.result,
          }
        : null;
    };
  });

const readPage = (
  database: IDBDatabase,
  shop: ShopKey,
  list: string,
  sort: SortKey | null,
): Promise<CatalogPage | undefined> =>
  read(database, ['shops', 'firstPages'], (table) => {
    const record: IDBRequest<ShopRecord | undefined> = table('shops').get(shop);
    const head: IDBRequest<FirstPagesHead | undefined> = table('firstPages').get([shop, HEAD]);
    const pages: IDBRequest<StoredPages | undefined> = table('firstPages').get([shop, list]);
    return () =>
      head.result && pages.result && isSameState(head.result.state, record.result)
        ? readFirstPage(head.result, pages.result, sort)
        : undefined;
  });
