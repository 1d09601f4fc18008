import type { BarcodeMatches } from '../search/barcode-search.ts';
import { BarcodeSearch } from '../search/barcode-search.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { CatalogStore } from '../store/catalog-store.ts';
import { ProductReader } from './product-reader.ts';
import type { FoundProduct } from './product-reader.ts';

/** Answers from the details of products, which are in the tab's store and not in memory. A tab may move to another store. */
export class StoreReaders {
  readonly #getStore: () => Promise<CatalogStore>;
  #products: ProductReader | undefined;
  #barcodes: BarcodeSearch | undefined;

  constructor(getStore: () => Promise<CatalogStore>) {
    this.#getStore = getStore;
  }

  /** Finds a whole product. @throws Error when the store cannot be opened */
  async findProduct(catalog: ShopCatalog, id: number): Promise<FoundProduct> {
    const store = await this.#getStore();
    if (this.#products?.store !== store) this.#products = new ProductReader(store);
    return this.#products.find(catalog, id);
  }

  /** Finds the products with a barcode in its stored form. @throws Error when the storage fails */
  async findBarcode(catalog: ShopCatalog, barcode: string): Promise<BarcodeMatches> {
    const store = await this.#getStore();
    if (this.#barcodes?.store !== store) this.#barcodes = new BarcodeSearch(store);
    return this.#barcodes.find(catalog, barcode);
  }
}
