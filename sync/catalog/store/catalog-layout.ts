import type { ShopKey } from '#contract/shops.ts';

/** Name of the database that holds the catalogue. */
export const CATALOG_DATABASE = 'hexlime-catalog';

/** Version of its layout as Dexie counts it; the browser counts tenths of it. */
export const CATALOG_LAYOUT = 3;

/** The URL of a shop's list as the specification names it, under which the device caches it: `/api/products?shop=pc`. */
export const listUrlOf = (shop: ShopKey): string =>
  shop === 'default' ? '/api/products' : `/api/products?shop=${shop}`;
