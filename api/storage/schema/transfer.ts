import type { ShopKey } from '#contract/shops.ts';

/** An image that an import names by its address, and the state of its download. */
export interface ImageDownloadTable {
  /** A hash of product and link: importing a file again adds no row. */
  id: string;
  shop: ShopKey;
  product_id: number;
  life: number;
  /** Place among the links of the product, from 1. */
  position: number;
  link: string;
  state: 'waiting' | 'done' | 'failed';
  /** Why it failed, in words that follow the field's name; empty otherwise. */
  reason: string;
  /** The image that it became. */
  image_id: string | null;
  /** Time in ms from which a waiting image may be fetched; in the future while a process is fetching it. */
  due_at: number;
}

/** An address of an earlier shop. It leads to a product, or else to a category, or to the shop's first screen. */
export interface RedirectTable {
  /** Path, and query if there is one, as a browser writes it. */
  path: string;
  shop: ShopKey;
  product_id: number | null;
  main_category: string | null;
  category: string | null;
}
