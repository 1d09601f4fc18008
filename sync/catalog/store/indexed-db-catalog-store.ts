import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogDatabase } from '../../database/catalog-database.ts';
import type { CatalogTable } from '../../database/catalog-tables.ts';
import { isQuotaError } from '../../database/quota-error.ts';
import { answerOf } from '../../database/run-transaction.ts';
import type { FindTable } from '../../database/run-transaction.ts';
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
  OverlayRow,
  RecordWrite,
  ShopRecord,
  StoredShop,
  ViewCounts,
} from './catalog-store.ts';
import { keysOf, readShop } from './read-shop.ts';
import type { BlockRecord, KeyRanges } from './read-shop.ts';

/** Number of the newest leader, in the table of single values. */
interface LeadRecord {
  readonly key: 'lead';
  readonly value: number;
}

/** A write that first checks whether this store still leads: a thawed tab must not overwrite its successor's data. */
interface CheckedWrite {
  readonly shop: ShopKey;
  readonly tables: readonly CatalogTable[];
  /** Whether the stored record is the one that the write is based on. */
  readonly isCurrent?: (stored: ShopRecord | undefined) => boolean;
}

type BlockKey = [shop: ShopKey, hash: string];

/** Asks for the keys of blocks in a range. */
const keysIn = (blocks: IDBObjectStore | IDBIndex, range: IDBKeyRange): IDBRequest<BlockKey[]> =>
  blocks.getAllKeys(range) as IDBRequest<unknown> as IDBRequest<BlockKey[]>;

/** The catalogue in IndexedDB. */
export class IndexedDbCatalogStore implements CatalogStore {
  readonly kind = 'device';
  readonly #database: CatalogDatabase;
  readonly #KeyRange: KeyRanges;
  /** Number under which this store leads; null while it only reads. */
  #lead: number | null = null;

  constructor(database: CatalogDatabase, KeyRange: KeyRanges) {
    this.#database = database;
    this.#KeyRange = KeyRange;
  }

  async claimLead(): Promise<void> {
    const claim = this.#database.run('readwrite', ['meta'], async (table) => {
      const newest = await answerOf<LeadRecord | undefined>(table('meta').get('lead'));
      const lead: LeadRecord = { key: 'lead', value: (newest?.value ?? 0) + 1 };
      table('meta').put(lead);
      return lead.value;
    });
    this.#lead = await this.#withQuota(claim);
  }

  listShops(): Promise<ShopKey[]> {
    return this.#read('shops', (shops) => shops.getAllKeys() as IDBRequest<ShopKey[]>);
  }

  findShop(shop: ShopKey): Promise<ShopRecord | undefined> {
    return this.#read('shops', (shops) => shops.get(shop));
  }

  loadShop(shop: ShopKey): Promise<StoredShop | undefined> {
    return this.#database.use((database) => readShop(database, shop, this.#KeyRange));
  }

  async listBlocks(shop: ShopKey): Promise<Set<string>> {
    const keys = await this.#read('blocks', (blocks) => keysIn(blocks, keysOf(this.#KeyRange, shop)));
    return new Set(keys.map(([, hash]) => hash));
  }

  async findBlock(shop: ShopKey, hash: string): Promise<ArrayBuffer | undefined> {
    const found: BlockRecord | undefined = await this.#read('blocks', (blocks) => blocks.get([shop, hash]));
    return found?.bytes;
  }

  findBlocks(shop: ShopKey, hashes: readonly string[]): Promise<ReadonlyMap<string, ArrayBuffer>> {
    return this.#database.run('readonly', ['blocks'], async (table) => {
      const found = await Promise.all(
        hashes.map((hash) => answerOf<BlockRecord | undefined>(table('blocks').get([shop, hash]))),
      );
      return new Map(found.flatMap((block) => (block ? [[block.hash, block.bytes] as const] : [])));
    });
  }

  putBlocks(shop: ShopKey, base: ShopRecord | undefined, blocks: readonly ArrivedBlock[]): Promise<void> {
    const isCurrent = (stored: ShopRecord | undefined): boolean => isSameSnapshot(stored, base);
    return this.#write({ shop, tables: ['blocks'], isCurrent }, (table) => {
      for (const { hash, kind, bytes } of blocks)
        table('blocks').put({ shop, hash, kind, bytes } satisfies BlockRecord);
    });
  }

  deleteDetails(shop: ShopKey, hashes: readonly string[]): Promise<void> {
    const given = new Set(hashes);
    return this.#write({ shop, tables: ['blocks'] }, async (table) => {
      const ofKind = this.#KeyRange.only([shop, 'details']);
      const keys = await answerOf(keysIn(table('blocks').index('[shop+kind]'), ofKind));
      for (const key of keys) if (given.has(key[1])) table('blocks').delete(key);
    });
  }

  dropBlocks(write: RecordWrite, hashes: readonly string[]): Promise<void> {
    const { shop } = write.next;
    return this.#writeRecord(write, ['blocks'], (table) => {
      for (const hash of hashes) table('blocks').delete([shop, hash]);
    });
  }

  listOverlay(shop: ShopKey, afterSeq: number): Promise<OverlayRow[]> {
    const after = this.#KeyRange.bound([shop, afterSeq], [shop, []], true);
    return this.#read('overlay', (overlay) => overlay.index('[shop+seq]').getAll(after));
  }

  findOverlay(shop: ShopKey, id: number): Promise<OverlayRow | undefined> {
    return this.#read('overlay', (overlay) => overlay.get([shop, id]));
  }

  countOverlay(shop: ShopKey): Promise<number> {
    return this.#read('overlay', (overlay) => overlay.count(keysOf(this.#KeyRange, shop)));
  }

  findViews(shop: ShopKey): Promise<ViewCounts | undefined> {
    return this.#read('views', (views) => views.get(shop));
  }

  applyChanges(write: RecordWrite, rows: readonly OverlayRow[], views?: ViewCounts): Promise<void> {
    const { shop } = write.next;
    return this.#writeRecord(write, ['overlay', 'views'], (table) => {
      for (const row of rows) table('overlay').put({ ...row, shop });
      if (views) table('views').put({ ...views, shop });
    });
  }

  adoptSnapshot(write: RecordWrite, dropOverlayUpTo: number, views?: ViewCounts): Promise<void> {
    const { shop, manifest } = write.next;
    const needed = new Set(listBlocks(manifest).map((block) => block.hash));
    return this.#writeRecord(write, ['overlay', 'views', 'blocks'], async (table) => {
      const dropped = this.#KeyRange.bound([shop], [shop, dropOverlayUpTo]);
      const [stored, rows] = await Promise.all([
        answerOf(keysIn(table('blocks'), keysOf(this.#KeyRange, shop))),
        answerOf(table('overlay').index('[shop+seq]').getAllKeys(dropped)),
      ]);
      assertWhole(write.next, new Set(stored.map(([, hash]) => hash)));
      for (const key of stored) if (!needed.has(key[1])) table('blocks').delete(key);
      for (const key of rows) table('overlay').delete(key);
      if (views) table('views').put({ ...views, shop });
    });
  }

  saveRecord(write: RecordWrite): Promise<void> {
    return this.#writeRecord(write, [], () => undefined);
  }

  close(): void {
    this.#database.close();
  }

  #read<T>(name: CatalogTable, ask: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return this.#database.run('readonly', [name], (table) => answerOf(ask(table(name))));
  }

  /** Writes a record and what belongs to it: a compare-and-set, so that no writer undoes the work of another. */
  #writeRecord(
    { base, next }: RecordWrite,
    tables: readonly CatalogTable[],
    work: (table: FindTable) => unknown,
  ): Promise<void> {
    const isCurrent = (stored: ShopRecord | undefined): boolean => isSameState(stored, base);
    return this.#write({ shop: next.shop, tables, isCurrent }, async (table) => {
      await work(table);
      table('shops').put(next);
    });
  }

  #write({ shop, tables, isCurrent = () => true }: CheckedWrite, work: (table: FindTable) => unknown): Promise<void> {
    const check = async (table: FindTable): Promise<void> => {
      const [lead, stored] = await Promise.all([
        answerOf<LeadRecord | undefined>(table('meta').get('lead')),
        answerOf<ShopRecord | undefined>(table('shops').get(shop)),
      ]);
      if (this.#lead !== (lead?.value ?? 0)) throw new SupersededError();
      if (!isCurrent(stored)) throw new StaleRecordError();
    };
    const write = this.#database.run('readwrite', ['meta', 'shops', ...tables], async (table) => {
      // Asked first, but not waited for: each awaited answer would be another round trip to the browser's storage process. A failed check
      // aborts what was written meanwhile.
      await Promise.all([check(table), Promise.resolve(table).then(work)]);
    });
    return this.#withQuota(write);
  }

  async #withQuota<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      throw isQuotaError(error) ? new StorageFullError({ cause: error }) : error;
    }
  }
}
