import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore } from '../../catalog/store/catalog-store.ts';
import type { ReadFirst } from '../../catalog/store/first-reader.ts';
import { ShopCatalog } from '../../catalog/shop-catalog.ts';
import { settleWithin } from '../../database/settle-within.ts';
import { StorageBlockedError } from '../../database/storage-errors.ts';
import { lazyModule } from '../lazy-module.ts';
import type { LazyModule } from '../lazy-module.ts';
import type { StatusBoard } from '../status-board.ts';

/** A visitor waits this long for the storage; then the server answers, until the shop is read. */
const READ_TIMEOUT_MS = 3_000;

export interface TabCatalogsOptions {
  readonly openStore: () => Promise<CatalogStore>;
  /** Reads a shop before the store is open. */
  readonly readEarly: ReadFirst;
  readonly board: StatusBoard;
  /** Called when a shop that the storage returned late is in memory. */
  readonly onLateRead: (shop: ShopKey) => void;
}

/** The shops that one tab holds in memory, each read from the device on first use. */
export class TabCatalogs {
  readonly #options: TabCatalogsOptions;
  readonly #store: LazyModule<CatalogStore>;
  readonly #firstOpened = Promise.withResolvers<void>();
  readonly #catalogs = new Map<ShopKey, Promise<ShopCatalog>>();
  /** Reads of one shop run one after the other: concurrent reads would apply the same rows twice. */
  readonly #work = new Map<ShopKey, Promise<unknown>>();

  constructor(options: TabCatalogsOptions) {
    this.#options = options;
    this.#store = lazyModule(async () => {
      const store = await options.openStore();
      this.#firstOpened.resolve();
      return store;
    });
  }

  /** The store, opened on first use; a failure is retried on the next one. */
  store(): Promise<CatalogStore> {
    return this.#store.get();
  }

  get(shop: ShopKey): Promise<ShopCatalog> {
    const known = this.#catalogs.get(shop);
    if (known) return known;
    const catalog = this.#load(shop);
    this.#catalogs.set(shop, catalog);
    catalog.catch(() => this.#catalogs.delete(shop));
    return catalog;
  }

  /** Whether a shop is in memory, or being read. */
  has(shop: ShopKey): boolean {
    return this.#catalogs.has(shop);
  }

  close(): void {
    this.#store.started?.then((store) => store.close()).catch(() => undefined);
  }

  /** Applies what another tab has written. Returns whether anything changed. */
  async catchUp(shop: ShopKey): Promise<boolean> {
    const catalog = await this.get(shop);
    const work = (this.#work.get(shop) ?? Promise.resolve()).then(() => catalog.catchUp());
    this.#work.set(
      shop,
      work.catch(() => undefined),
    );
    const hasChanged = await work;
    await this.showState(catalog);
    return hasChanged;
  }

  /** Writes to the status board what the tab has of a shop. */
  async showState(catalog: ShopCatalog): Promise<void> {
    const { record, shop } = catalog;
    if (!record) return;
    const { board } = this.#options;
    const store = await catalog.store();
    const stored = await store.listBlocks(shop);
    board.update(shop, {
      catalogue: catalog.state,
      hasDetails: record.manifest.blocks.every((block) => block.kind !== 'details' || stored.has(block.hash)),
      isKept: store.kind === 'device',
      lastPulledAtMs: Math.max(record.lastPulledAtMs, board.get(shop).lastPulledAtMs ?? 0),
      quarantinedRows: record.quarantined.length,
    });
  }

  async #load(shop: ShopKey): Promise<ShopCatalog> {
    const catalog = new ShopCatalog(shop, () => this.store());
    const early = await this.#options.readEarly(shop);
    if (early) catalog.show(early);
    else if (early === undefined) await this.#readStored(catalog);
    if (catalog.record) this.#options.board.update(shop, { catalogue: catalog.state });
    // Drawing must neither wait for the status nor open the store for it.
    this.#firstOpened.promise.then(() => this.showState(catalog)).catch(() => undefined);
    return catalog;
  }

  /** Reads a shop from the store; the server answers until then, or if the store is blocked. @throws other errors of opening and reading it */
  async #readStored(catalog: ShopCatalog): Promise<void> {
    const { shop } = catalog;
    const reading = catalog.load();
    this.#work.set(
      shop,
      reading.catch(() => undefined),
    );
    const { isOk, error } = await settleWithin(reading, READ_TIMEOUT_MS);
    if (error !== undefined && !(error instanceof StorageBlockedError)) throw error;
    if (isOk) return;
    const show = async (): Promise<void> => {
      await reading;
      this.#options.onLateRead(shop);
      await this.showState(catalog);
    };
    show().catch(() => undefined);
  }
}
