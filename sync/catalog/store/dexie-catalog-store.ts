import { Dexie } from 'dexie';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogDatabase } from '../../database/catalog-database.ts';
import { isQuotaError } from '../../database/quota-error.ts';
import { withReopen } from '../../database/reopen-once.ts';
import {
  assertWhole,
  isSameSnapshot,
  isSameState,
  StaleRecordError,
  StorageFullError,
  SupersededError,
} from './catalog-store.ts';
import type {
  ArrivedBlock,
  CatalogStore,
  FirstPagesWrite,
  OverlayRow,
  RecordWrite,
  ShopRecord,
  StoredShop,
  ViewCounts,
} from './catalog-store.ts';
import { HEAD } from './first-pages.ts';
import type { FirstPagesHead } from './first-pages.ts';
import { packPages } from './pack-first-pages.ts';

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

  async findBlocks(shop: ShopKey, hashes: readonly string[]): Promise<ReadonlyMap<string, ArrayBuffer>> {
    const found = await this.#withReopen((database) => database.blocks.bulkGet(hashes.map((hash) => [shop, hash])));
    return new Map(found.flatMap((block) => (block ? [[block.hash, block.bytes] as const] : [])));
  }

  putBlocks(shop: ShopKey, base: ShopRecord | undefined, blocks: readonly ArrivedBlock[]): Promise<void> {
    const isCurrent = (stored: ShopRecord | undefined): boolean => isSameSnapshot(stored, base);
    return this.#write({ shop, tables: ['blocks'], isCurrent }, async (database) => {
      await database.blocks.bulkPut(blocks.map(({ hash, kind, bytes }) => ({ shop, hash, kind, bytes })));
    });
  }

  deleteDetails(shop: ShopKey, hashes: readonly string[]): Promise<void> {
    return this.#write({ shop, tables: ['blocks'] }, (database) =>
      database.blocks
        .where('[shop+hash]')
        .anyOf(hashes.map((hash) => [shop, hash]))
        .and(({ kind }) => kind === 'details')
        .delete(),
    );
  }

  dropBlocks(write: RecordWrite, hashes: readonly string[]): Promise<void> {
    const { shop } = write.next;
    return this.#writeRecord(write, ['blocks'], (database) =>
      database.blocks.bulkDelete(hashes.map((hash) => [shop, hash])),
    );
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

  applyChanges(write: RecordWrite, rows: readonly OverlayRow[], views?: ViewCounts): Promise<void> {
    const { shop } = write.next;
    return this.#writeRecord(write, ['overlay', 'views'], async (database) => {
      await database.overlay.bulkPut(rows.map((row) => ({ ...row, shop })));
      if (views) await database.views.put({ ...views, shop });
    });
  }

  adoptSnapshot(write: RecordWrite, dropOverlayUpTo: number, views?: ViewCounts): Promise<void> {
    const { shop, manifest } = write.next;
    const needed = new Set(listBlocks(manifest).map((block) => block.hash));
    return this.#writeRecord(write, ['overlay', 'views', 'blocks'], async (database) => {
      const stored = await database.blocks
        .where('[shop+hash]')
        .between(...ofShop(shop))
        .primaryKeys();
      assertWhole(write.next, new Set(stored.map(([, hash]) => hash)));
      await database.blocks.bulkDelete(stored.filter(([, hash]) => !needed.has(hash)));
      await database.overlay
        .where('[shop+seq]')
        .between([shop, Dexie.minKey], [shop, dropOverlayUpTo], true, true)
        .delete();
      if (views) await database.views.put({ ...views, shop });
    });
  }

  saveRecord(write: RecordWrite): Promise<void> {
    return this.#writeRecord(write, [], async () => undefined);
  }

  async findFirstPagesHead(shop: ShopKey): Promise<FirstPagesHead | undefined> {
    const found = await this.#withReopen((database) => database.firstPages.get([shop, HEAD]));
    return found && 'state' in found ? found : undefined;
  }

  putFirstPages(record: ShopRecord, { changed, gone, totals }: FirstPagesWrite): Promise<void> {
    const { shop, epoch, generation, cursor, viewsCursor, manifest } = record;
    const isCurrent = (stored: ShopRecord | undefined): boolean => isSameState(stored, record);
    return this.#write({ shop, tables: ['firstPages'], isCurrent }, async ({ firstPages }) => {
      if (gone) await firstPages.bulkDelete(gone.map((list) => [shop, list]));
      else
        await firstPages
          .where('[shop+list]')
          .between(...ofShop(shop))
          .delete();
      const state = { epoch, generation, cursor, viewsCursor, manifest: { seq: manifest.seq } };
      await firstPages.bulkPut([
        ...changed.map((pages) => ({ shop, list: pages.list, pages: packPages(pages) })),
        { shop, list: HEAD, state, totals },
      ]);
    });
  }

  close(): void {
    this.#database.close();
  }

  /** Writes a record and what belongs to it: a compare-and-set, so that no writer undoes the work of another. */
  #writeRecord(
    { base, next }: RecordWrite,
    tables: readonly ('blocks' | 'overlay' | 'views')[],
    work: (database: CatalogDatabase) => Promise<unknown>,
  ): Promise<void> {
    const isCurrent = (stored: ShopRecord | undefined): boolean => isSameState(stored, base);
    return this.#write({ shop: next.shop, tables, isCurrent }, async (database) => {
      await work(database);
      await database.shops.put(next);
    });
  }

  /** A write transaction that first checks whether this store still leads: a thawed tab must not overwrite its successor's data. */
  async #write(
    {
      shop,
      tables,
      isCurrent = () => true,
    }: {
      readonly shop: ShopKey;
      readonly tables: readonly ('blocks' | 'overlay' | 'views' | 'firstPages')[];
      /** Whether the stored record is the one that the write is based on. */
      readonly isCurrent?: (stored: ShopRecord | undefined) => boolean;
    },
    work: (database: CatalogDatabase) => Promise<unknown>,
  ): Promise<void> {
    const transaction = this.#withReopen((database) =>
      database.transaction('rw', ['meta', 'shops', ...tables], async () => {
        // Issued at once: each awaited answer would be another round trip to the browser's storage process.
        const [lead, stored] = await Promise.all([database.meta.get('lead'), database.shops.get(shop)]);
        const newest = lead?.value ?? 0;
        if (this.#lead !== newest) throw new SupersededError();
        if (!isCurrent(stored)) throw new StaleRecordError();
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
