import type { Product } from '#contract/products/product.ts';
import { assembleProduct } from './assemble-product.ts';
import { DetailsReader } from './details-reader.ts';
import type { ShopCatalog } from '../shop-catalog.ts';

/** A product on the device: complete, known not to exist, or without its details. */
export type FoundProduct = { state: 'found'; product: Product } | { state: 'absent' } | { state: 'unknown' };

/** Assembles products: cards from memory, details from the shop's store. */
export class ProductReader {
  readonly #details = new WeakMap<ShopCatalog, DetailsReader>();

  /** @throws Error when the store cannot be opened */
  async find(catalog: ShopCatalog, id: number): Promise<FoundProduct> {
    const { record, shop, offer } = catalog;
    const store = await catalog.store();
    if (!record) return { state: 'unknown' };
    const shown = catalog.card(id);
    if (!shown) return { state: catalog.state === 'ready' ? 'absent' : 'unknown' };
    // A storage failure is not fatal: the server knows the product as well.
    const overlay = await store.findRow(shop, id).catch(() => undefined);
    if (overlay?.product && overlay.seq === shown.seq) {
      return { state: 'found', product: { ...overlay.product, view_count: shown.view_count } };
    }
    // Links and placeholders come behind the cards; without them the server answers.
    await catalog.readColumns().catch(() => false);
    const card = catalog.card(id);
    if (!card || !catalog.hasColumns) return { state: 'unknown' };
    const details = await this.#detailsOf(catalog).find(record, id, card.seq, card.title);
    return details ? { state: 'found', product: assembleProduct(offer, card, details) } : { state: 'unknown' };
  }

  #detailsOf(catalog: ShopCatalog): DetailsReader {
    const known = this.#details.get(catalog) ?? new DetailsReader(catalog);
    this.#details.set(catalog, known);
    return known;
  }
}
