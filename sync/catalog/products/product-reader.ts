import type { Product } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { assembleProduct } from './assemble-product.ts';
import type { CatalogStore } from '../store/catalog-store.ts';
import { DetailsReader } from './details-reader.ts';
import type { ShopCatalog } from '../shop-catalog.ts';

/** A product on the device: complete, known not to exist, or without its details. */
export type FoundProduct = { state: 'found'; product: Product } | { state: 'absent' } | { state: 'unknown' };

/** Assembles products: cards from memory, details from the store. */
export class ProductReader {
  readonly store: CatalogStore;
  readonly #details = new Map<ShopKey, DetailsReader>();

  constructor(store: CatalogStore) {
    this.store = store;
  }

  async find(catalog: ShopCatalog, id: number): Promise<FoundProduct> {
    const { record, shop, offer } = catalog;
    if (!record) return { state: 'unknown' };
    const shown = catalog.card(id);
    if (!shown) return { state: catalog.isComplete ? 'absent' : 'unknown' };
    // A storage failure is not fatal: the server knows the product as well.
    const overlay = await this.store.findRow(shop, id).catch(() => undefined);
    if (overlay?.product && overlay.seq === shown.seq) {
      return { state: 'found', product: { ...overlay.product, view_count: shown.view_count } };
    }
    // Links and placeholders come behind the cards; without them the server answers.
    await catalog.readColumns().catch(() => false);
    const card = catalog.card(id);
    if (!card || !catalog.hasColumns) return { state: 'unknown' };
    const details = await this.#detailsOf(shop).find(record, id, card.seq, card.title);
    return details ? { state: 'found', product: assembleProduct(offer, card, details) } : { state: 'unknown' };
  }

  #detailsOf(shop: ShopKey): DetailsReader {
    const known = this.#details.get(shop) ?? new DetailsReader(this.store, shop);
    this.#details.set(shop, known);
    return known;
  }
}
