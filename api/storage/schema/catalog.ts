import type { ConditionKey } from '#contract/products/conditions.ts';
import type { MarketplaceKey } from '#contract/products/marketplaces.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Generated } from 'kysely';

/** One row per shop: the counters of its feed and the sums over its products. */
export interface ShopTable {
  key: ShopKey;
  /** Number of the shop's last change. */
  seq: number;
  /** The number of products, and the sum of their card digests, at `seq`. */
  count: number;
  digest: number;
  /** Tombstones up to this number are purged: an older cursor needs a snapshot. */
  floor: number;
  /** Highest `updated_at` assigned so far, in ms. */
  last_updated_at: number;
  /** Number of the shop's last change of a view count. */
  views_seq: number;
}

/** Columns that do not apply to the shop's offer kind are empty or 0; amounts are cents, times are ms. */
export interface ProductTable extends Record<MarketplaceKey, string> {
  shop: ShopKey;
  id: number;
  /** 0 for the first product with this id; for a later one, the number of the change that added it. */
  life: number;
  /** Set for a product that an administrator added, else empty. Unlike the life, it differs in every history of the data. */
  identity: string;
  external_id: string | null;
  seq: number;
  updated_at: number;
  title: string;
  /** `toTitleKey` of the title. */
  title_key: string;
  main_category: string;
  category: string;
  price_cents: number;
  typical_price_cents: number;
  /** The price by which products are sorted; 0: none. */
  sort_price_cents: number;
  rate: number;
  availability: string;
  link: string;
  store: string;
  /** In the stored form of `toBarcode`; several products may share it. */
  barcode: string;
  imagecount: number;
  image_version: number;
  placeholder: string;
  /** JSON of the contract's `ConditionImages`; empty for none. */
  condition_images: string;
  card_digest: number;
  description: string;
}

export interface ProductConditionTable {
  shop: ShopKey;
  product_id: number;
  condition: ConditionKey;
  price_cents: number;
  /** Units available: neither reserved by an order nor sold. */
  quantity: number;
  reserved: Generated<number>;
  sold: Generated<number>;
}

export interface TombstoneTable {
  shop: ShopKey;
  id: number;
  seq: number;
  deleted_at: number;
}

export interface ProductViewTable {
  shop: ShopKey;
  product_id: number;
  count: number;
  seq: number;
}

/** A block by its public hash; `source_hash` identifies its uncompressed source, so that an equal one is not compressed again. */
export interface SnapshotBlockTable {
  hash: string;
  source_hash: string;
  bytes: Uint8Array;
  /** The same bytes compressed with brotli; null when `bytes` are compressed already. */
  brotli: Uint8Array | null;
  /** Time in ms since when `brotli` is a quick compression; null: it is the best compression. */
  quick_since: number | null;
}

/** A block whose bytes are the object `blocks/{hash}` of the bucket. */
export interface BucketBlockTable {
  hash: string;
  /** As in `snapshot_block`; empty for an object that was found without a row. */
  source_hash: string;
  /** Size of the bytes that `hash` names; 0 for an object that was found without a row. */
  size: number;
  /** 1: the object is the block, which is compressed already; 0: the block compressed with brotli. */
  is_packed: number;
  /** As in `snapshot_block`. */
  quick_since: number | null;
  /** When the object was stored, in ms. */
  stored_at: number;
}

/** Manifests of a shop, numbered in the order of their creation. */
export interface SnapshotManifestTable {
  shop: ShopKey;
  number: number;
  seq: number;
  views_seq: number;
  created_at: number;
  /** JSON of the contract's manifest. */
  body: string;
  /** The `SNAPSHOT_LAYOUT` of its blocks. */
  layout: Generated<number>;
  /** JSON of what each cards block holds, in the manifest's order; null: unknown. */
  plan: string | null;
  /** When the cards and details were built, in ms; the view counts may be newer. */
  products_at: Generated<number>;
}

/** The last life of an id whose product was deleted. Never purged: an order of any age may name it. */
export interface EndedLifeTable {
  shop: ShopKey;
  id: number;
  life: number;
}

/** A deleted product that can be restored. */
export interface DeletedProductTable {
  shop: ShopKey;
  id: number;
  title: string;
  deleted_at: number;
  /** JSON of its fields, its external id, and the summary of its images. */
  product: string;
}
