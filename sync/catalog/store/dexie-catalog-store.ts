import { Dexie } from 'dexie';
import type { BlockEntry } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogDatabase } from '../../database/catalog-database.ts';
import { isQuotaError } from '../../database/quota-error.ts';
import { withReopen } from '../../database/reopen-once.ts';
import { StorageFullError, SupersededError } from './catalog-store.ts';
import type { CatalogStore, OverlayRow, ShopRecord, StoredShop, ViewCounts } from './catalog-store.ts';

/** The keys of one shop in an index that starts with the shop. */
const ofShop = (shop: ShopKey): [[ShopKey, typeof Dexie.minKey], [ShopKey, typeof Dexie.maxKey]] => [
  [shop, Dexie.minKey],
  [shop, Dexie.maxKey],
];

/** The catalogue in IndexedDB. A handle closed by the browser is reopened once per operation. */
export class DexieCatalogStore implements CatalogStore {
  readonly kind = 'device';
  readonly #database: CatalogDatabase;
  /** Number under which this store leads; null while it only reads. */
  #lead: number | null = null;

  #isAbandoned = false;

  constructor(database: CatalogDatabase) {
    this.#database = database;
  }

  /** Gives up the database to a newer version of the app for good: every later operation fails. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#database.close();
  }

  async claimLead(): Promise<void> {
    this.#lead = await this.#withQuota(
      this.#withReopen((database) =>
        database.transaction('rw', database.meta, async () => {
          const lead = ((await database.meta.get('lead'))?.value ?? 0) + 1;
          await database.meta.put({ key: 'lead', value: lead });
          return lead;
        }),
      ),
    );
  }

  listShops(): Promise<ShopKey[]> {
    return this.#withReopen((database) => database.shops.toCollection().primaryKeys() as PromiseLike<ShopKey[]>);
  }

  findShop(shop: ShopKey): Promise<ShopRecord | undefined> {
    return this.#withReopen((database) => database.shops.get(shop));
  }

  loadShop(shop: ShopKey): Promise<StoredShop | undefined> {
    return this.#withReopen((database) =>
      database.transaction('r', [database.shops, database.blocks, database.overlay, database.views], async () => {
        // All requests are issued at once: each awaited answer would be another round trip to the browser's storage process.
        const [record, blocks, rows, views] = await Promise.all([
          database.shops.get(shop),
          database.blocks.where('[shop+kind]').equals([shop, 'cards']).toArray(),
          database.overlay
            .where('[shop+seq]')
            .between(...ofShop(shop))
            .toArray(),
          database.views.get(shop),
        ]);
        if (!record) return undefined;
        const cards = new Map(blocks.map(({ hash, bytes }) => [hash, bytes]));
        return { record, cards, overlay: rows.filter((row) => row.seq > record.manifest.seq), views };
      }),
    );
  }

  async listBlocks(shop: ShopKey): Promise<Set<string>> {
    const keys = await this.#withReopen((database) =>
      database.blocks
        .where('[shop+hash]')
        .between(...ofShop(shop))
        .primaryKeys(),
    );
    return new Set(keys.map(([, hash]) => hash));
  }

  async findBlock(shop: ShopKey, hash: string): Promise<ArrayBuffer | undefined> {
    return (await this.#withReopen((database) => database.blocks.get([shop, hash])))?.bytes;
  }

  putBlock(shop: ShopKey, { hash, kind }: Pick<BlockEntry, 'hash' | 'kind'>, bytes: ArrayBuffer): Promise<void> {
    return this.#write(['blocks'], async (database) => {
      await database.blocks.put({ shop, hash, kind, bytes });
    });
  }

  deleteBlocks(shop: ShopKey, hashes: readonly string[]): Promise<void> {
    return this.#write(['blocks'], (database) => database.blocks.bulkDelete(hashes.map((hash) => [shop, hash])));
  }

  async listOverlay(shop: ShopKey, afterSeq: number): Promise<OverlayRow[]> {
    return this.#withReopen((database) =>
      database.overlay.where('[shop+seq]').between([shop, afterSeq], [shop, Dexie.maxKey], false, true).toArray(),
    );
  }

  findOverlay(shop: ShopKey, id: number): Promise<OverlayRow | undefined> {
    return this.#withReopen((database) => database.overlay.get([shop, id]));
  }

  countOverlay(shop: ShopKey): Promise<number> {
    return this.#withReopen((database) =>
      database.overlay
        .where('[shop+id]')
        .between(...ofShop(shop))
        .count(),
    );
  }

  findViews(shop: ShopKey): Promise<ViewCounts | undefined> {
    return this.#withReopen((database) => database.views.get(shop));
  }

  applyChanges(record: ShopRecord, rows: readonly OverlayRow[], views?: ViewCounts): Promise<void> {
    const { shop } = record;
    return this.#write(['shops', 'overlay', 'views'], async (database) => {
      await database.overlay.bulkPut(rows.map((row) => ({ ...row, shop })));
      if (views) await database.views.put({ ...views, shop });
      await database.shops.put(record);
    });
  }

  adoptSnapshot(record: ShopRecord, dropOverlayUpTo: number, views?: ViewCounts): Promise<void> {
    const { shop } = record;
    const needed = new Set(record.manifest.blocks.map((block) => block.hash));
    return this.#write(['shops', 'overlay', 'views', 'blocks'], async (database) => {
      const stored = await database.blocks
        .where('[shop+hash]')
        .between(...ofShop(shop))
        .primaryKeys();
      await database.blocks.bulkDelete(stored.filter(([, hash]) => !needed.has(hash)));
      await database.overlay
        .where('[shop+seq]')
        .between([shop, Dexie.minKey], [shop, dropOverlayUpTo], true, true)
        .delete();
      if (views) await database.views.put({ ...views, shop });
      await database.shops.put(record);
    });
  }

  saveRecord(record: ShopRecord): Promise<void> {
    return this.#write(['shops'], async (database) => {
      await database.shops.put(record);
    });
  }

  close(): void {
    this.#database.close();
  }

  /** A write transaction that first checks whether this store still leads: a thawed tab must not overwrite its successor's data. */
  async #write(
    tables: readonly ('shops' | 'blocks' | 'overlay' | 'views')[],
    work: (database: CatalogDatabase) => Promise<void>,
  ): Promise<void> {
    const transaction = this.#withReopen((database) =>
      database.transaction('rw', ['meta', ...tables], async () => {
        const newest = (await database.meta.get('lead'))?.value ?? 0;
        if (this.#lead !== newest) throw new SupersededError();
        await work(database);
      }),
    );
    await this.#withQuota(transaction);
  }

  async #withQuota<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      throw isQuotaError(error) ? new StorageFullError({ cause: error }) : error;
    }
  }

  async #withReopen<T>(operation: (database: CatalogDatabase) => PromiseLike<T>): Promise<T> {
    // Dexie would reopen the database, whatever version owns it now.
    if (this.#isAbandoned) throw new Error('a newer version of the app owns the database');
    return withReopen(this.#database, operation, () => !this.#isAbandoned);
  }
}
