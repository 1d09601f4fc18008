import type { ShopKey } from '#contract/shops.ts';
import type { OverlayRow, ShopRecord, StoredShop, ViewCounts } from '../catalog/store/catalog-store.ts';
import { CATALOG_BROWSER_VERSION, CATALOG_DATABASE } from './catalog-layout.ts';

/** A browser that has not opened the database by then is left to the store, which knows what to do. */
const OPEN_TIMEOUT_MS = 1_000;
/** A list is above every string and number: the end of an index that starts with the shop. */
const ABOVE_ALL: readonly unknown[] = [];

export interface EarlyReaderOptions {
  readonly name?: string;
  readonly indexedDB?: IDBFactory | undefined;
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined;
}

/** Reads a shop as one moment had it: null when the device holds nothing of it, undefined when that cannot be told here. */
export interface EarlyReader {
  loadShop(shop: ShopKey): Promise<StoredShop | null | undefined>;
  close(): void;
}

/**
 * Reads the catalogue without Dexie, whose code is twice that of the rest: the first page is on its way before that has been loaded. Only
 * reads, only a database of this layout, and makes none; everything else is the store's.
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
        // Closed meanwhile, or damaged: the store opens it again, or makes a new one.
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
      // There was none. Its tables are not this reader's to make.
      isNew = true;
      request.transaction?.abort();
    });
    request.addEventListener('error', (event) => {
      event.preventDefault();
      resolve(isNew ? null : undefined);
    });
    request.addEventListener('success', () => {
      const { result: database } = request;
      // A newer version, or a database that is deleted, must not wait for this reader.
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
    // All are asked for at once: each answer that had to be waited for would be a way to the browser's storage and back.
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
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The read was given up')));
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
