import type { ShopKey } from '#contract/shops.ts';
import type { OverlayRow, ShopRecord, StoredShop, ViewCounts } from '../catalog/store/catalog-store.ts';
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

/** Reads a shop in one transaction: null when the device has no copy of it, undefined when only the store can answer. */
export interface EarlyReader {
  loadShop(shop: ShopKey): Promise<StoredShop | null | undefined>;
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
      if (!database) return database;
      try {
        return await readShop(database, shop, KeyRange);
      } catch {
        // Closed meanwhile, or damaged: the store reopens or recreates it.
        return undefined;
      }
    },
    close() {
      void opened.then((database) => database?.close());
    },
  };
}

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

function readShop(
  database: IDBDatabase,
  shop: ShopKey,
  KeyRange: typeof globalThis.IDBKeyRange,
): Promise<StoredShop | null> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['shops', 'blocks', 'overlay', 'views'], 'readonly');
    // All requests are issued at once: each awaited answer would be another round trip to the browser's storage process.
    const record: IDBRequest<ShopRecord | undefined> = transaction.objectStore('shops').get(shop);
    const blocks: IDBRequest<{ hash: string; bytes: ArrayBuffer }[]> = transaction
      .objectStore('blocks')
      .index('[shop+kind]')
      .getAll(KeyRange.only([shop, 'cards']));
    const rows: IDBRequest<OverlayRow[]> = transaction
      .objectStore('overlay')
      .index('[shop+seq]')
      .getAll(KeyRange.bound([shop], [shop, ABOVE_ALL]));
    const views: IDBRequest<ViewCounts | undefined> = transaction.objectStore('views').get(shop);
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the read was aborted')));
    transaction.addEventListener('complete', () => {
      const found = record.result;
      if (!found) return resolve(null);
      resolve({
        record: found,
        cards: new Map(blocks.result.map(({ hash, bytes }) => [hash, bytes])),
        overlay: rows.result.filter((row) => row.seq > found.manifest.seq),
        views: views.result,
      });
    });
  });
}
