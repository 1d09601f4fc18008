import type { ConditionKey } from '#contract/products/conditions.ts';
import type { ShopKey } from '#contract/shops.ts';

/** An image of a product. Its files are those of image `number` in `folder`, and never move. */
export interface ProductImageTable {
  id: string;
  shop: ShopKey;
  product_id: number;
  /** The product's life; 0 until a product shows it. */
  life: number;
  /** The name that administrators see, unique among the live images of its product. */
  name: string;
  /** From 1, among the live images. */
  position: number | null;
  /**
   * `coming`: its files are being written; `staged`: its product does not exist yet; `live`: its product shows it; `going`: discarded, its
   * files are to be deleted. A row is inserted before its files and deleted after them, so that every file has a row.
   */
  state: 'coming' | 'staged' | 'live' | 'going';
  /** The folder of its blobs, without a slash at the end. */
  folder: string;
  number: number;
  /** The uploader: a hash of the administrator's token. */
  owner: string;
  placeholder: string;
  /** The condition of its product that it shows; empty for none. At most one live image of a product shows each. */
  condition: ConditionKey | '';
  width: number;
  height: number;
  created_at: number;
}

/** An image inside descriptions. `product_id`: the product for which it was uploaded, whether or not that exists. */
export interface EditorImageTable {
  id: string;
  shop: ShopKey;
  product_id: number;
  state: 'coming' | 'stored' | 'going';
  /** The uploader: a hash of the administrator's token. */
  owner: string;
  width: number;
  height: number;
  created_at: number;
  /** Time in ms after which it is discarded when no product shows it; 0: as soon as the last product stops showing it. */
  expires_at: number;
}

export interface EditorImageUseTable {
  picture_id: string;
  shop: ShopKey;
  product_id: number;
}
