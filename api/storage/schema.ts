import type { ConditionKey } from '#contract/conditions.ts';
import type { ShopKey } from '#contract/shops.ts';

/** Facts about the database as a whole, by name. */
export interface MetaTable {
  key: string;
  value: string;
}

/** One row a shop: the counters of its feed and the sums over its products. */
export interface ShopTable {
  key: ShopKey;
  /** Number of the shop's last change. */
  seq: number;
  /** Products, and the sum of their card digests, at `seq`. */
  count: number;
  digest: number;
  /** Tombstones up to this number are gone: an older cursor starts anew. */
  floor: number;
  /** Highest `updated_at` given so far, in ms. */
  last_updated_at: number;
  /** Number of the shop's last change of a view count. */
  views_seq: number;
}

/** What differs by offer kind is empty or 0 where it does not apply; amounts are cents, times are ms. */
export interface ProductTable {
  shop: ShopKey;
  id: number;
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
  /** The price that sorts decide by; 0 is none. */
  sort_price_cents: number;
  rate: number;
  availability: string;
  link: string;
  store: string;
  ebay: string;
  facebook_marketplace: string;
  offer_up: string;
  mercari_marketplaces: string;
  imagecount: number;
  image_version: number;
  placeholder: string;
  card_digest: number;
  description: string;
}

export interface ProductConditionTable {
  shop: ShopKey;
  product_id: number;
  condition: ConditionKey;
  price_cents: number;
  quantity: number;
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

/** A block by its public hash; `source_hash` names what it was made of, so that an equal one is not compressed again. */
export interface SnapshotBlockTable {
  hash: string;
  source_hash: string;
  bytes: Uint8Array;
  /** The same bytes under brotli; null where `bytes` are compressed themselves. */
  brotli: Uint8Array | null;
}

/** Manifests of a shop, numbered in the order of their making. */
export interface SnapshotManifestTable {
  shop: ShopKey;
  number: number;
  seq: number;
  views_seq: number;
  created_at: number;
  /** JSON of the contract's manifest. */
  body: string;
}

/** All tables, as Kysely sees them. */
export interface Schema {
  meta: MetaTable;
  shop: ShopTable;
  product: ProductTable;
  product_condition: ProductConditionTable;
  tombstone: TombstoneTable;
  product_view: ProductViewTable;
  snapshot_block: SnapshotBlockTable;
  snapshot_manifest: SnapshotManifestTable;
}
