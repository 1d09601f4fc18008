import type { ShopKey } from '#contract/shops.ts';
import { answerOf, openExisting } from '../../database/idb.ts';
import { settleWithin } from '../../database/settle-within.ts';
import { CATALOG_DATABASE, CATALOG_LAYOUT, listUrlOf, toStoredShop } from './catalog-store.ts';
import type { BlockRecord, OverlayRow, ShopRecord, StoredShop, ViewCounts } from './catalog-store.ts';

/** A database that takes longer is left to the store, which handles such cases. */
const TIMEOUT_MS = 2_000;

/** Reads a shop: null when the device has no copy of it, undefined when only the store can answer. */
export type ReadFirst = (shop: ShopKey) => Promise<StoredShop | null | undefined>;

/**
 * Reads the catalogue without Dexie, whose code the first list would otherwise wait for. It creates and changes nothing: a database of another
 * layout, and one that is damaged or blocked, is left to the store.
 */
export function openFirstReader(
  idb = globalThis.indexedDB,
  KeyRange = globalThis.IDBKeyRange,
  name = CATALOG_DATABASE,
): ReadFirst {
  let opening: ReturnType<typeof open> | undefined;
  const connect = () =>
    (opening ??= open(idb, name).then((database) => {
      // Without a database, the next read tries again: another tab may have created it by then.
      if (!database) opening = undefined;
      return database;
    }));
  void connect();
  return async (shop) => {
    const reading = connect().then((database) => database && readShop(database, shop, KeyRange));
    const { isOk } = await settleWithin(reading, TIMEOUT_MS);
    return isOk ? reading : undefined;
  };
}

/** Opens the database if it has this layout; null if there is none, undefined if its layout is another one. */
async function open(idb: IDBFactory | undefined, name: string): Promise<IDBDatabase | null | undefined> {
  const database = idb && (await openExisting(name, idb));
  if (!database) return null;
  if (database.version === CATALOG_LAYOUT * 10) return database;
  database.close();
  return undefined;
}

/** Reads a shop by requests sent at the same time: awaiting each answer would cost another round trip to the browser's storage process. */
async function readShop(
  database: IDBDatabase,
  shop: ShopKey,
  KeyRange: typeof IDBKeyRange,
): Promise<StoredShop | null> {
  const transaction = database.transaction(['lists', 'blocks', 'overlay', 'views']);
  const get = (table: string, key: IDBValidKey) => answerOf(transaction.objectStore(table).get(key));
  const list = (table: string, index: string, range: IDBKeyRange) =>
    answerOf(transaction.objectStore(table).index(index).getAll(range));
  const [record, cards, rows, counts] = await Promise.all([
    get('lists', listUrlOf(shop)) as Promise<ShopRecord | undefined>,
    list('blocks', '[shop+kind]', KeyRange.only([shop, 'cards'])) as Promise<BlockRecord[]>,
    list('overlay', '[shop+seq]', KeyRange.bound([shop], [shop, []])) as Promise<OverlayRow[]>,
    get('views', shop) as Promise<ViewCounts | undefined>,
  ]);
  return record ? toStoredShop(record, cards, rows, counts) : null;
}
