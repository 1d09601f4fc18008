import type { BlockEntry, Manifest } from '#contract/http/catalog.ts';
import type { Product } from '#contract/product.ts';
import type { ShopKey } from '#contract/shops.ts';

/** What a device knows of one shop besides its blocks and overlay. */
export interface ShopRecord {
  readonly shop: ShopKey;
  readonly epoch: string;
  /** Everything up to this seq of the shop's feed is here. */
  readonly cursor: number;
  readonly viewsCursor: number;
  /** The snapshot that blocks and overlay stand on. */
  readonly manifest: Manifest;
  readonly lastPulledAtMs: number;
  /** When every stored block was last compared with its hash. */
  readonly lastVerifiedAtMs: number;
  /** Rows that could not be read, newest last. */
  readonly putAside: readonly QuarantinedRow[];
}

export interface QuarantinedRow {
  readonly id: number | null;
  readonly seq: number | null;
  readonly reason: string;
}

/** A row newer than the snapshot; `product` is null for a tombstone. */
export interface OverlayRow {
  readonly id: number;
  readonly seq: number;
  readonly product: Product | null;
}

export interface ViewCounts {
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}

/** Everything of a shop that a tab holds in memory, as one moment had it. */
export interface StoredShop {
  readonly record: ShopRecord;
  /** Bytes of the cards blocks that are stored, by hash. */
  readonly cards: ReadonlyMap<string, ArrayBuffer>;
  /** Rows newer than the snapshot, in order of seq. */
  readonly overlay: readonly OverlayRow[];
  readonly views: ViewCounts | undefined;
}

/** A store of this kind no longer writes: a newer leader has taken over. Its rows are as they were. */
export class SupersededError extends Error {
  constructor() {
    super('Another tab leads now');
    this.name = 'SupersededError';
  }
}

/** The device has no room left. Nothing of the refused write is kept. */
export class StorageFullError extends Error {
  constructor(options?: ErrorOptions) {
    super('The storage of this device is full', options);
    this.name = 'StorageFullError';
  }
}

/**
 * Port to the device's catalogue. Every write is one transaction that takes effect whole or not at all, and is refused with
 * `SupersededError` once another tab has claimed the lead. A full device refuses with `StorageFullError`.
 */
export interface CatalogStore {
  readonly kind: 'device' | 'memory';
  /** Takes the lead: writes of every store that claimed it before are refused from now on. */
  claimLead(): Promise<void>;
  listShops(): Promise<ShopKey[]>;
  findShop(shop: ShopKey): Promise<ShopRecord | undefined>;
  /** All that a tab needs to show a shop, in one read: another tab may adopt a snapshot between two. */
  loadShop(shop: ShopKey): Promise<StoredShop | undefined>;
  /** Hashes of the blocks that are stored for a shop, whether its snapshot needs them or not. */
  listBlocks(shop: ShopKey): Promise<Set<string>>;
  findBlock(shop: ShopKey, hash: string): Promise<ArrayBuffer | undefined>;
  putBlock(shop: ShopKey, block: Pick<BlockEntry, 'hash' | 'kind'>, bytes: ArrayBuffer): Promise<void>;
  deleteBlocks(shop: ShopKey, hashes: readonly string[]): Promise<void>;
  /** Overlay rows with a seq above `afterSeq`, in order of seq. */
  listOverlay(shop: ShopKey, afterSeq: number): Promise<OverlayRow[]>;
  findOverlay(shop: ShopKey, id: number): Promise<OverlayRow | undefined>;
  countOverlay(shop: ShopKey): Promise<number>;
  findViews(shop: ShopKey): Promise<ViewCounts | undefined>;
  /** One page of changes: its rows, the record with the new cursor, and the view counts when they changed. */
  applyChanges(record: ShopRecord, rows: readonly OverlayRow[], views?: ViewCounts): Promise<void>;
  /**
   * Makes a snapshot the base: keeps its record, drops overlay rows up to `dropOverlayUpTo` and every block that the manifest does not name.
   */
  adoptSnapshot(record: ShopRecord, dropOverlayUpTo: number, views?: ViewCounts): Promise<void>;
  /** Keeps a record without touching rows, such as the time of a pull that brought nothing. */
  saveRecord(record: ShopRecord): Promise<void>;
  close(): void;
}
