import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import type { Product } from '#contract/product.ts';
import type { ShopKey } from '#contract/shops.ts';

/** A shop on the device, without its blocks and overlay. */
export interface ShopRecord {
  readonly shop: ShopKey;
  readonly epoch: string;
  /**
   * Raised by every write that replaces what tabs hold in memory: another snapshot, damaged blocks dropped, blocks fetched again. A tab
   * with another generation reads the shop again. Starts at a time, so that a store that was cleared repeats none; missing in records of
   * version 0.1.
   */
  readonly generation?: number;
  /** The seq up to which the shop's feed has been applied. */
  readonly cursor: number;
  readonly viewsCursor: number;
  /** The server's proofs of the cursors; missing before the first reply of a server that gives them. */
  readonly proof?: string | undefined;
  readonly viewsProof?: string | undefined;
  /** What the server last said of the shop at the cursor; missing before that, and in records of version 0.1. */
  readonly serverState?: ServerState | undefined;
  /** The snapshot that blocks and overlay are based on. */
  readonly manifest: Manifest;
  readonly lastPulledAtMs: number;
  /** Time of the last comparison of every stored block with its hash. */
  readonly lastVerifiedAtMs: number;
  /** Unreadable rows in quarantine, newest last. */
  readonly putAside: readonly QuarantinedRow[];
}

/** The server's products at a position, and its newest snapshot. */
export interface ServerState {
  readonly count: number;
  readonly digest: number;
  readonly snapshotSeq: number;
}

export interface QuarantinedRow {
  readonly id: number | null;
  readonly seq: number | null;
  readonly reason: string;
  /** The server's digest of its card; missing in records of version 0.1. */
  readonly digest?: number | undefined;
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

/** Everything that a tab holds of a shop in memory, from one transaction. */
export interface StoredShop {
  readonly record: ShopRecord;
  /** Bytes of the stored cards blocks, by hash. */
  readonly cards: ReadonlyMap<string, ArrayBuffer>;
  /** Rows newer than the snapshot, in order of seq. */
  readonly overlay: readonly OverlayRow[];
  readonly views: ViewCounts | undefined;
}

/** A write of a shop's record, and the record that it is based on. */
export interface RecordWrite {
  /** The stored record as the writer knows it; undefined if there is none. */
  readonly base: ShopRecord | undefined;
  readonly next: ShopRecord;
}

/** What a record says about the rows on the device. */
export type ShopState = Pick<ShopRecord, 'epoch' | 'cursor' | 'viewsCursor'> & {
  readonly generation?: number | undefined;
  readonly manifest: Pick<Manifest, 'seq'>;
};

/** Whether two records have the same blocks on the device. */
export const isSameSnapshot = (a: ShopState | undefined, b: ShopState | undefined): boolean =>
  a?.epoch === b?.epoch && a?.manifest.seq === b?.manifest.seq && a?.generation === b?.generation;

/** Whether two records have the same rows on the device. */
export const isSameState = (a: ShopState | undefined, b: ShopState | undefined): boolean =>
  isSameSnapshot(a, b) && a?.cursor === b?.cursor && a?.viewsCursor === b?.viewsCursor;

/**
 * A write was based on a record that is not the stored one, or on blocks that are not stored: the storage has changed under its writer.
 * Nothing was written; the writer starts again from what is stored.
 */
export class StaleRecordError extends Error {
  constructor(message = 'stale record') {
    super(message);
    this.name = 'StaleRecordError';
  }
}

/** The store no longer leads: a newer leader has taken over. Nothing was written. */
export class SupersededError extends Error {
  constructor() {
    super('Another tab leads now');
    this.name = 'SupersededError';
  }
}

/** The device is full. Nothing of the rejected write is stored. */
export class StorageFullError extends Error {
  constructor(options?: ErrorOptions) {
    super('The storage of this device is full', options);
    this.name = 'StorageFullError';
  }
}

/** A block whose bytes match its hash. */
export interface ArrivedBlock extends Pick<NamedBlock, 'hash' | 'kind'> {
  readonly bytes: ArrayBuffer;
}

/**
 * Port to the device's catalogue. Every write is one atomic transaction, rejected with `SupersededError` once another tab has claimed the
 * lead, with `StaleRecordError` when the shop's stored record is not the one that the write is based on, and with `StorageFullError` on a
 * full device.
 */
export interface CatalogStore {
  readonly kind: 'device' | 'memory';
  /** Takes the lead: writes of stores that claimed it before are rejected from now on. */
  claimLead(): Promise<void>;
  listShops(): Promise<ShopKey[]>;
  findShop(shop: ShopKey): Promise<ShopRecord | undefined>;
  /** Reads all that a tab needs to show a shop at once: another tab may adopt a snapshot between two reads. */
  loadShop(shop: ShopKey): Promise<StoredShop | undefined>;
  /** Hashes of the blocks stored for a shop, whether its snapshot needs them or not. */
  listBlocks(shop: ShopKey): Promise<Set<string>>;
  findBlock(shop: ShopKey, hash: string): Promise<ArrayBuffer | undefined>;
  /** Reads blocks at once: those that are stored, by hash. */
  findBlocks(shop: ShopKey, hashes: readonly string[]): Promise<ReadonlyMap<string, ArrayBuffer>>;
  /** Stores blocks of the snapshot of `base`, or of one that is about to replace it; rejected once another snapshot has. */
  putBlocks(shop: ShopKey, base: ShopRecord | undefined, blocks: readonly ArrivedBlock[]): Promise<void>;
  /** Deletes details, which no tab holds in memory. */
  deleteDetails(shop: ShopKey, hashes: readonly string[]): Promise<void>;
  /** Deletes damaged blocks of any kind. */
  dropBlocks(write: RecordWrite, hashes: readonly string[]): Promise<void>;
  /** Overlay rows with a seq above `afterSeq`, in order of seq. */
  listOverlay(shop: ShopKey, afterSeq: number): Promise<OverlayRow[]>;
  findOverlay(shop: ShopKey, id: number): Promise<OverlayRow | undefined>;
  countOverlay(shop: ShopKey): Promise<number>;
  findViews(shop: ShopKey): Promise<ViewCounts | undefined>;
  /** Writes a page of changes: its rows, the record with the new cursor, and changed view counts. */
  applyChanges(write: RecordWrite, rows: readonly OverlayRow[], views?: ViewCounts): Promise<void>;
  /**
   * Adopts a snapshot: stores its record, deletes overlay rows up to `dropOverlayUpTo` and every block that the manifest does not name.
   * Rejected with `StaleRecordError` unless all of its cards and views blocks are stored.
   */
  adoptSnapshot(write: RecordWrite, dropOverlayUpTo: number, views?: ViewCounts): Promise<void>;
  /** Stores a record without touching rows, such as the time of the last check. */
  saveRecord(write: RecordWrite): Promise<void>;
  close(): void;
}

/** Lists the hashes of a manifest's columns. */
export const listColumns = ({ blocks }: Manifest): string[] =>
  blocks.flatMap(({ columns = [] }) => columns.map(({ hash }) => hash));

/** @throws StaleRecordError when a block without which tabs cannot show a shop is not among the stored ones */
export function assertWhole({ manifest }: ShopRecord, stored: ReadonlySet<string>): void {
  const missing = manifest.blocks.find(({ kind, hash }) => kind !== 'details' && !stored.has(hash));
  if (missing) throw new StaleRecordError(`${missing.kind} block ${missing.hash} is not stored`);
}
