import type { Table } from 'dexie';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import { StorageFullError, isDamageError, isLostConnection, isQuotaError } from '../../database/storage-errors.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import {
  assertBase,
  assertWhole,
  CATALOG_DATABASE,
  isSameSnapshot,
  listUrlOf,
  pickNewer,
  SupersededError,
  toStoredShop,
} from './catalog-store.ts';
import type { CatalogChange, CatalogStore, OverlayRow, ShopRecord, StoredShop } from './catalog-store.ts';
import { DatabaseHandle } from '../../database/database-handle.ts';
import { CatalogDatabase } from './catalog-database.ts';
import type { CatalogDatabaseOptions } from './catalog-database.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';

/** The upper end of a shop's keys in an index that starts with the shop: arrays sort above every string and number. */
const ABOVE_ALL: readonly unknown[] = [];

export class DexieCatalogStore implements CatalogStore {
  readonly kind = 'device';
  readonly #handle: DatabaseHandle<CatalogDatabase>;
  /** Number under which this store leads; null while it only reads. */
  #lead: number | null = null;

  constructor(handle: DatabaseHandle<CatalogDatabase>) {
    this.#handle = handle;
  }

  async claimLead(): Promise<void> {
    this.#lead = await this.#store((database) =>
      database.transaction('rw', database.meta, async () => {
        const lead = ((await readMeta(database, 'lead')) ?? 0) + 1;
        await writeMeta(database, 'lead', lead);
        return lead;
      }),
    );
  }

  listShops(): Promise<readonly ShopRecord[]> {
    return this.#read(({ lists }) => lists.toArray());
  }

  loadShop(shop: ShopKey, since?: ShopRecord): Promise<StoredShop | undefined> {
    return this.#read((database) => {
      const { lists, blocks, overlay, views } = database;
      return database.transaction('r', lists, blocks, overlay, views, async () => {
        const rowsAfter = (seq: number): Promise<OverlayRow[]> =>
          rowsOf(overlay, shop, seq, false).toArray() as unknown as Promise<OverlayRow[]>;
        if (!since) {
          const [record, cards, rows, counts] = await Promise.all([
            lists.get(listUrlOf(shop)),
            blocks.where('[shop+kind]').equals([shop, 'cards']).toArray(),
            rowsAfter(-1),
            views.get(shop),
          ]);
          return record && toStoredShop(record, cards, rows, counts);
        }
        const record = await lists.get(listUrlOf(shop));
        if (!record || !isSameSnapshot(record, since)) return record && toStoredShop(record, [], [], undefined);
        const [rows, counts] = await Promise.all([
          rowsAfter(since.cursor),
          record.viewsCursor === since.viewsCursor ? undefined : views.get(shop),
        ]);
        return toStoredShop(record, [], rows, counts, since.cursor);
      });
    });
  }

  findRow(shop: ShopKey, id: number): Promise<OverlayRow | undefined> {
    return this.#read(({ overlay }) => overlay.get([shop, id]));
  }

  async listBlocks(shop: ShopKey): Promise<Set<string>> {
    return new Set(await this.#read(({ blocks }) => hashesOf(blocks, shop)));
  }

  async findBlocks(shop: ShopKey, hashes: readonly string[]): Promise<ReadonlyMap<string, ArrayBuffer>> {
    const found = await this.#read(({ blocks }) => blocks.bulkGet(hashes.map((hash) => [shop, hash])));
    return new Map(found.flatMap((block) => (block ? [[block.hash, block.bytes] as const] : [])));
  }

  write(change: CatalogChange): Promise<void> {
    return this.#store((database) => {
      const { meta, lists, blocks, overlay, views } = database;
      const tables: Table[] = [meta, lists];
      const { dropRowsUpTo } = change;
      if (change.blocks || change.dropBlocks || dropRowsUpTo !== undefined) tables.push(blocks);
      if (change.rows || dropRowsUpTo !== undefined) tables.push(overlay);
      if (change.views) tables.push(views);
      return database.transaction('rw', tables, async ({ idbtrans }) => {
        try {
          // The check runs at the same time as the writes to save a round trip; if it fails, the transaction aborts.
          await Promise.all([this.#check(database, change), apply(database, change)]);
        } catch (error) {
          // One failed request aborts the others, so only the transaction's error names the cause.
          throw idbtrans.error ?? error;
        }
      });
    });
  }

  close(): void {
    this.#handle.close();
  }

  /** Rejects writes of a tab that has lost the lead while frozen, and writes that are based on an outdated record. */
  async #check(database: CatalogDatabase, change: CatalogChange): Promise<void> {
    const [lead, stored] = await Promise.all([readMeta(database, 'lead'), database.lists.get(listUrlOf(change.shop))]);
    if (this.#lead !== (lead ?? 0)) throw new SupersededError();
    assertBase(change, stored);
  }

  /**
   * A database whose reading fails twice in a row is deleted for all tabs and filled by the next pull: all that is in it can be fetched
   * again. A single failure is not enough: it may be the browser's fault, and without a network nothing could be fetched again.
   */
  async #read<T>(read: (database: CatalogDatabase) => PromiseLike<T>): Promise<T> {
    const attempt = (): Promise<T> => this.#handle.run(read);
    return attempt()
      .catch((error: unknown) => {
        if (isDamaged(error)) return attempt();
        throw error;
      })
      .catch(async (error: unknown) => {
        if (!isDamaged(error)) throw error;
        await this.#handle.recreate();
        return attempt();
      });
  }

  async #store<T>(write: (database: CatalogDatabase) => PromiseLike<T>): Promise<T> {
    try {
      return await this.#handle.run(write);
    } catch (error) {
      throw isQuotaError(error) ? new StorageFullError({ cause: error }) : error;
    }
  }
}

const isDamaged = (error: unknown): boolean => isDamageError(error) && !isLostConnection(error);

async function apply(database: CatalogDatabase, change: CatalogChange): Promise<void> {
  const { shop, next, rows, views, blocks, dropBlocks, dropRowsUpTo, missing } = change;
  await Promise.all([
    next && database.lists.put(next),
    rows && putNewer(database.overlay, shop, rows),
    views && database.views.put({ ...views, shop }),
    blocks && database.blocks.bulkPut(blocks.map((block) => ({ ...block, shop }))),
    dropBlocks && database.blocks.bulkDelete(dropBlocks.map((hash) => [shop, hash])),
    next && dropRowsUpTo !== undefined && adopt(database, next, dropRowsUpTo, missing),
  ]);
}

/** Stores the rows, except where a newer one is stored. One request finds the newer rows: usually there are none. */
async function putNewer(
  overlay: CatalogDatabase['overlay'],
  shop: ShopKey,
  rows: readonly OverlayRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const oldest = rows.reduce((least, { seq }) => Math.min(least, seq), Number.POSITIVE_INFINITY);
  const rivals = await rowsOf(overlay, shop, oldest, true).toArray();
  await overlay.bulkPut(pickNewer(rows, rivals).map((row) => ({ ...row, shop })));
}

/** Deletes what a new snapshot replaces. */
async function adopt(
  database: CatalogDatabase,
  next: ShopRecord,
  dropRowsUpTo: number,
  missing: CatalogChange['missing'],
): Promise<void> {
  const { blocks, overlay } = database;
  const { shop, manifest } = next;
  const [stored] = await Promise.all([
    hashesOf(blocks, shop),
    overlay.where('[shop+seq]').between([shop, 0], [shop, dropRowsUpTo], true, true).delete(),
  ]);
  assertWhole(next, new Set(stored), missing);
  const needed = new Set(listBlocks(manifest).map(({ hash }) => hash));
  await blocks.bulkDelete(stored.filter((hash) => !needed.has(hash)).map((hash) => [shop, hash]));
}

const rowsOf = (overlay: CatalogDatabase['overlay'], shop: ShopKey, afterSeq: number, includes: boolean) =>
  overlay.where('[shop+seq]').between([shop, afterSeq], [shop, ABOVE_ALL], includes, false);

const hashesOf = async (blocks: CatalogDatabase['blocks'], shop: ShopKey): Promise<string[]> => {
  const keys = await blocks.where('[shop+hash]').between([shop], [shop, ABOVE_ALL]).primaryKeys();
  return keys.map(([, hash]) => hash);
};

/**
 * Opens the device's catalogue, and recreates it if it is damaged. Returns a store in memory where IndexedDB is missing or cannot be
 * opened.
 */
export async function openCatalogStore({
  name = CATALOG_DATABASE,
  ...options
}: CatalogDatabaseOptions & { readonly name?: string }): Promise<CatalogStore> {
  if (!(options.indexedDB ?? globalThis.indexedDB)) return new MemoryCatalogStore();
  const handle = new DatabaseHandle(() => new CatalogDatabase(name, options), {
    onOutdated: options.onOutdated,
    isRecreated: true,
  });
  const open = (): Promise<CatalogStore> => handle.run(async () => new DexieCatalogStore(handle));
  try {
    return await open().catch(async (error: unknown) => {
      if (!isDamageError(error)) throw error;
      await handle.recreate();
      return open();
    });
  } catch {
    handle.close();
    return new MemoryCatalogStore();
  }
}
