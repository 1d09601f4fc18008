import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { ShopCatalog } from '../catalog/shop-catalog.ts';
import type { StatusBoard } from './status-board.ts';

/** The shops that one tab has in memory, each read from the store when it is first asked for. */
export class TabCatalogs {
  readonly #store: Promise<CatalogStore>;
  readonly #board: StatusBoard;
  readonly #catalogs = new Map<ShopKey, Promise<ShopCatalog>>();
  /** Reading of one shop is one after the other: two at once would apply the same rows twice. */
  readonly #work = new Map<ShopKey, Promise<unknown>>();

  constructor(store: Promise<CatalogStore>, board: StatusBoard) {
    this.#store = store;
    this.#board = board;
  }

  get(shop: ShopKey): Promise<ShopCatalog> {
    const known = this.#catalogs.get(shop);
    if (known) return known;
    const catalog = this.#load(shop);
    this.#catalogs.set(shop, catalog);
    catalog.catch(() => this.#catalogs.delete(shop));
    return catalog;
  }

  /** Whether a shop is in memory, or on its way there. */
  has(shop: ShopKey): boolean {
    return this.#catalogs.has(shop);
  }

  /** Takes over what another tab has written. Returns whether anything changed. */
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

  /** Puts on the status board what the tab holds of a shop. */
  async showState(catalog: ShopCatalog): Promise<void> {
    const { record, shop } = catalog;
    if (!record) return;
    const stored = await (await this.#store).listBlocks(shop);
    this.#board.update(shop, {
      catalogue: 'ready',
      hasDetails: record.manifest.blocks.every((block) => block.kind !== 'details' || stored.has(block.hash)),
      lastPulledAtMs: Math.max(record.lastPulledAtMs, this.#board.get(shop).lastPulledAtMs ?? 0),
      rowsPutAside: record.putAside.length,
    });
  }

  async #load(shop: ShopKey): Promise<ShopCatalog> {
    const catalog = new ShopCatalog(shop, await this.#store);
    await catalog.load();
    // What the page draws must not wait for what the status shows.
    void this.showState(catalog);
    return catalog;
  }
}
