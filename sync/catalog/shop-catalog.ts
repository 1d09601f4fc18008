import { toCard } from '#contract/blocks/card.ts';
import { decodeCardsBlock } from '#contract/blocks/cards-block.ts';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { decodeColumnBlock } from '#contract/blocks/column-block.ts';
import { hasCategory } from '#contract/blocks/list-blocks.ts';
import type { OpenedCategory } from '#contract/blocks/list-blocks.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { FeedPosition } from '#contract/screens/first-screen.ts';
import type { BlockEntry, WireCard } from '#contract/http/catalog.ts';
import { getShop } from '#contract/shops.ts';
import type { OfferKind, ShopKey } from '#contract/shops.ts';
import type { CatalogOverview, CatalogPage, Facets, SyncStatus } from '../api/engine-api.ts';
import { isSameSnapshot, listColumns, NO_VIEWS } from './store/catalog-store.ts';
import type { CatalogStore, OverlayRow, ShopRecord, StoredShop, ViewCounts } from './store/catalog-store.ts';
import { ColumnIndex } from './index/column-index.ts';
import { overviewCatalog } from './query/overview-catalog.ts';
import { highestOf } from './index/number-column.ts';
import { queryCatalog } from './query/query-catalog.ts';
import { queryFacets } from './query/query-facets.ts';

export interface PageChanges {
  readonly cards: readonly WireCard[];
  readonly deletedIds: readonly number[];
  readonly viewed: readonly (readonly [id: number, count: number])[];
}

/** The longest time that a query waits for work that nothing on the screen needs. */
const MOMENT_MS = 6;

/** Begins a moment of background work; the returned function tells whether the moment is over and queries have to be let through. */
export function startMoment(): () => boolean {
  const endMs = performance.now() + MOMENT_MS;
  return () => performance.now() >= endMs;
}

/** One shop in the memory of one tab: the store's content as an index that answers queries. Reads the store; pulls write it. */
export class ShopCatalog {
  readonly shop: ShopKey;
  readonly offer: OfferKind;
  /** The record shown by `index`; undefined until there is a snapshot, and after the store was cleared. */
  record: ShopRecord | undefined;
  /** All view counts at the record's position. */
  views = NO_VIEWS;
  /** How this device differs from the server even after a new snapshot; undefined if it does not. */
  lastingDifference: string | undefined;
  #state: SyncStatus['catalogue'] = 'empty';
  readonly #openStore: () => Promise<CatalogStore>;
  #ownStore: CatalogStore | undefined;
  #index: ColumnIndex | undefined;
  /** The manifest's entries of the cards in the index, in its order. */
  #entries: readonly BlockEntry[] = [];
  /** The manifest's entries of cards that are not in the index. */
  #missing: readonly BlockEntry[] = [];
  #columnsRead: Promise<unknown> = Promise.resolve();

  /** @param openStore opens the tab's store, on first use: a shop that was read early (`show`) is drawn without it */
  constructor(shop: ShopKey, openStore: () => Promise<CatalogStore>) {
    this.shop = shop;
    this.offer = getShop(shop).offer;
    this.#openStore = openStore;
  }

  /** Returns the store that keeps the shop: the tab's, unless the shop has moved. */
  async store(): Promise<CatalogStore> {
    return this.#ownStore ?? this.#openStore();
  }

  /** Moves the shop to a separate store, which already has all of its data; undefined moves it back to the tab's store. */
  moveTo(store: CatalogStore | undefined): void {
    this.#ownStore = store;
  }

  /** What the tab has of the shop; the README has the states of a cold start. Once it is `ready`, answers from memory need no server. */
  get state(): SyncStatus['catalogue'] {
    return this.#state;
  }

  /** Whether answers from memory about a category need no server: all of its cards are there, though others may still be missing. */
  isWholeFor(opened: OpenedCategory): boolean {
    const isShown = this.#state === 'ready' || this.#state === 'partial';
    return isShown && !this.#missing.some((entry) => hasCategory(entry, opened));
  }

  get index(): ColumnIndex | undefined {
    return this.#index;
  }

  /** Builds the index from the store. If the store was cleared, the index stays in use until the shop is fetched again. */
  async load(): Promise<void> {
    const store = await this.store();
    const stored = await store.loadShop(this.shop);
    if (stored) await this.#showWhole(store, stored);
    else this.record = undefined;
  }

  async #showWhole(store: CatalogStore, stored: StoredShop): Promise<void> {
    const columns = await store.findBlocks(this.shop, listColumns(stored.record.manifest));
    this.show(stored);
    this.joinColumns(columns);
  }

  /** Builds the index from what was read, without the products of missing or damaged blocks: the next pull fetches those. */
  show({ record, cards, overlay, views }: StoredShop): void {
    const blocks = new Map<string, CardColumns>();
    for (const [hash, bytes] of cards) {
      const columns = decodeIfValid(bytes, decodeCardsBlock);
      if (columns) blocks.set(hash, columns);
    }
    // A pull that hangs may have left the state at `loading`; another tab has stored the changes since.
    this.#state = 'empty';
    try {
      this.rebuild(record, blocks, overlay, views);
    } catch {
      // Damaged rows or counts: without them, the shop differs from the server's, and the next pull fetches it again.
      this.rebuild(record, blocks, [], undefined);
      this.#missing = record.manifest.blocks;
      this.#state = 'partial';
    }
  }

  /** Replaces the index by one that is built from these blocks (keyed by hash), with newer rows and view counts on top. */
  rebuild(
    record: ShopRecord,
    blocks: ReadonlyMap<string, CardColumns>,
    overlay: readonly OverlayRow[],
    views: ViewCounts | undefined,
  ): void {
    const named = record.manifest.blocks.filter(({ kind }) => kind === 'cards');
    const entries = named.filter(({ hash }) => blocks.has(hash));
    const index = new ColumnIndex(
      this.offer,
      entries.flatMap(({ hash }) => blocks.get(hash) ?? []),
    );
    this.#entries = entries;
    this.#missing = named.filter(({ hash }) => !blocks.has(hash));
    this.#index = index;
    if (overlay.length > 0) this.#applyRows(overlay);
    this.#showViews(views ?? NO_VIEWS);
    this.record = record;
    if (this.#state !== 'loading') this.endLoading();
  }

  /** Called before a first snapshot is stored. Until `endLoading` it is not shown: the server's answer on the page may be newer. */
  startLoading(): void {
    this.#state = 'loading';
  }

  /** Called when the changes since a first snapshot are stored, or cannot be fetched. */
  endLoading(): void {
    const held = this.#missing.length === 0 ? 'ready' : 'partial';
    this.#state = this.#index ? held : 'empty';
  }

  /** Whether the links and placeholders of all products are here; their blocks arrive after the cards. */
  get hasColumns(): boolean {
    return this.#index?.hasColumns ?? false;
  }

  /** Joins column blocks, by hash; those of other cards and damaged ones are ignored. Returns whether any was joined. */
  joinColumns(blocks: ReadonlyMap<string, ArrayBuffer>): boolean {
    let hasJoined = false;
    for (const [block, entry] of this.#entries.entries()) if (this.#joinTo(block, entry, blocks)) hasJoined = true;
    return hasJoined;
  }

  #joinTo(block: number, { columns = [] }: BlockEntry, blocks: ReadonlyMap<string, ArrayBuffer>): boolean {
    let hasJoined = false;
    for (const { hash } of columns) {
      const column = decodeIfValid(blocks.get(hash), decodeColumnBlock);
      if (column && this.#index?.join(block, column)) hasJoined = true;
    }
    return hasJoined;
  }

  /** Reads the missing columns from the store, one cards block at a time, so that no query waits for all. Returns whether it found any. */
  readColumns(): Promise<boolean> {
    // One after the other: several reads at once would each read the same blocks.
    const read = this.#columnsRead.then(() => this.#readMissingColumns());
    this.#columnsRead = read.catch(() => undefined);
    return read;
  }

  async #readMissingColumns(): Promise<boolean> {
    if (!this.record || this.hasColumns) return false;
    const store = await this.store();
    const index = this.#index;
    let hasJoined = false;
    for (const [block, entry] of this.#entries.entries()) {
      const missing = entry.columns?.filter(({ name }) => index?.lacksColumn(block, name)) ?? [];
      if (missing.length === 0) continue;
      const blocks = await store.findBlocks(
        this.shop,
        missing.map(({ hash }) => hash),
      );
      // Another snapshot has replaced the index.
      if (this.#index !== index) return this.#readMissingColumns();
      if (this.#joinTo(block, entry, blocks)) hasJoined = true;
    }
    return hasJoined;
  }

  /** Applies what another tab has written since this tab's record. Returns whether anything changed. */
  async catchUp(): Promise<boolean> {
    const store = await this.store();
    const known = this.#state === 'ready' ? this.record : undefined;
    const stored = await store.loadShop(this.shop, known);
    if (!stored) {
      this.record = undefined;
      return false;
    }
    const { record, overlay, views } = stored;
    if (!known || !isSameSnapshot(known, record)) {
      await (known ? this.load() : this.#showWhole(store, stored));
      return true;
    }
    if (overlay.length > 0) this.#applyRows(overlay);
    if (views) this.#showViews(views);
    this.record = record;
    const hasNewColumns = await this.readColumns();
    return overlay.length > 0 || views !== undefined || hasNewColumns;
  }

  /** Applies a page of changes that is stored. @param views all view counts after it */
  applyChanges(record: ShopRecord, { cards, deletedIds, viewed }: PageChanges, views: ViewCounts): void {
    this.#index?.apply(cards, deletedIds);
    this.#index?.setViews(
      viewed.map(([id]) => id),
      viewed.map(([, count]) => count),
    );
    this.views = views;
    this.record = record;
  }

  #showViews(views: ViewCounts): void {
    this.views = views;
    this.#index?.setViews(views.ids, views.counts);
  }

  /** @param byBarcode products that the search finds by barcode */
  browse(state: BrowseState, byBarcode?: readonly number[]): CatalogPage | undefined {
    if (!this.#index) return undefined;
    return { ...queryCatalog(this.#index, state, byBarcode), source: 'device', at: this.#position };
  }

  overview(): CatalogOverview | undefined {
    if (!this.#index) return undefined;
    return { ...overviewCatalog(this.#index, getShop(this.shop).hasTopStrip), source: 'device', at: this.#position };
  }

  get #position(): FeedPosition | undefined {
    return this.record && { epoch: this.record.epoch, seq: this.record.cursor };
  }

  facets(state: BrowseState, byBarcode?: readonly number[]): Facets | undefined {
    return this.#index && queryFacets(this.#index, state, byBarcode);
  }

  /** Whether the titles are prepared for a search, or there is no index. */
  get hasKeys(): boolean {
    return this.#index?.hasKeys !== false;
  }

  /** Spends a moment on preparing the titles for a search. Returns whether more is to be done. */
  warm(): boolean {
    const isOver = startMoment();
    while (!this.hasKeys && !isOver()) this.#index?.prepareKeys();
    return !this.hasKeys;
  }

  /** Computes the digest of the index, and lets queries run in between. */
  async prepareDigest(): Promise<void> {
    let isOver = startMoment();
    await this.#index?.prepareDigest(async () => {
      if (!isOver()) return;
      await new Promise((resolve) => setTimeout(resolve));
      isOver = startMoment();
    });
  }

  /** The highest id of a product that this index has had; 0 without an index. */
  highestId(): number {
    return this.#index ? highestOf(this.#index.numbers('id').subarray(0, this.#index.rows)) : 0;
  }

  card(id: number): WireCard | undefined {
    const row = this.#index?.findRow(id);
    return row === undefined ? undefined : this.#index?.getCard(row);
  }

  #applyRows(rows: readonly OverlayRow[]): void {
    const products = rows.flatMap((row) => (row.product ? [row.product] : []));
    const deletedIds = rows.flatMap((row) => (row.product ? [] : [row.id]));
    this.#index?.apply(
      products.map((product) => ({ ...toCard(this.offer, product), view_count: product.view_count })),
      deletedIds,
    );
  }
}

/** Decodes a block; returns undefined if its bytes are missing or damaged. */
export function decodeIfValid<T>(bytes: ArrayBuffer | undefined, decode: (bytes: Uint8Array) => T): T | undefined {
  if (!bytes) return undefined;
  try {
    return decode(new Uint8Array(bytes));
  } catch {
    return undefined;
  }
}
