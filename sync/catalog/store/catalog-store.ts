import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import type { Product } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';

/** Name of the database that holds the catalogue. */
export const CATALOG_DATABASE = 'hexlime-catalog';

/** Version of the database's layout as Dexie counts it; the browser's version number is ten times as high. */
export const CATALOG_LAYOUT = 3;

/** The URL of a shop's list as the specification names it, under which the device caches it: `/api/products?shop=pc`. */
export const listUrlOf = (shop: ShopKey): string =>
  shop === 'default' ? '/api/products' : `/api/products?shop=${shop}`;

/** The cache of a shop's list on the device, without its blocks and overlay. */
export interface ShopRecord {
  /** The list's URL, from `listUrlOf`. */
  readonly url: string;
  readonly shop: ShopKey;
  readonly epoch: string;
  /**
   * Raised by every write that replaces what tabs hold in memory: another snapshot, damaged blocks dropped, blocks fetched again. A tab
   * with another generation reads the shop again. Starts at the current time, so that a store never repeats a number after it was cleared.
   */
  readonly generation: number;
  /** The seq up to which the shop's feed has been applied. */
  readonly cursor: number;
  /** The newest `updated_at` of the list's rows, in the format of products; missing in records of version 0.2. */
  readonly updated_at?: string | undefined;
  readonly viewsCursor: number;
  /** The server's proofs of the cursors; missing before the first reply of a server that gives them. */
  readonly proof?: string | undefined;
  readonly viewsProof?: string | undefined;
  /** The server's state of the shop at the cursor, as last received; missing before that. */
  readonly serverState?: ServerState | undefined;
  /** The snapshot that blocks and overlay are based on. */
  readonly manifest: Manifest;
  readonly lastPulledAtMs: number;
  /** Time of the last comparison of every stored block with its hash. */
  readonly lastVerifiedAtMs: number;
  /** Unreadable rows in quarantine, newest last. */
  readonly quarantined: readonly QuarantinedRow[];
}

/** Number and digest of the server's products at a cursor, and the seq of its newest snapshot. */
export interface ServerState {
  readonly count: number;
  readonly digest: number;
  readonly snapshotSeq: number;
}

export interface QuarantinedRow {
  readonly id: number | null;
  readonly seq: number | null;
  readonly reason: string;
  /** The server's digest of the row's card; missing if the server has sent none. */
  readonly digest?: number | undefined;
}

/** A row newer than the snapshot; `product` is null for a tombstone. */
export interface OverlayRow {
  readonly id: number;
  readonly seq: number;
  /** Orders rows as `seq` does; missing for tombstones from servers of version 0.2. */
  readonly updated_at?: string | undefined;
  readonly product: Product | null;
}

export interface ViewCounts {
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}

export const NO_VIEWS: ViewCounts = { ids: new Uint32Array(), counts: new Uint32Array() };

/** Everything that a tab holds of a shop in memory, from one transaction. */
export interface StoredShop {
  readonly record: ShopRecord;
  /** Bytes of the stored cards blocks, by hash. */
  readonly cards: ReadonlyMap<string, ArrayBuffer>;
  /** Rows newer than the snapshot, in order of seq. */
  readonly overlay: readonly OverlayRow[];
  readonly views: ViewCounts | undefined;
}

/** What a record says about the rows on the device. */
export type ShopState = Pick<ShopRecord, 'epoch' | 'cursor' | 'viewsCursor' | 'generation'> & {
  readonly manifest: Pick<Manifest, 'seq'>;
};

/** Whether two records have the same blocks on the device. */
export const isSameSnapshot = (a: ShopState | undefined, b: ShopState | undefined): boolean =>
  a?.epoch === b?.epoch && a?.manifest.seq === b?.manifest.seq && a?.generation === b?.generation;

/** Whether two records have the same rows on the device. */
export const isSameState = (a: ShopState | undefined, b: ShopState | undefined): boolean =>
  isSameSnapshot(a, b) && a?.cursor === b?.cursor && a?.viewsCursor === b?.viewsCursor;

/** Thrown by a write that was based on a record or blocks that are not stored. It changed nothing: the writer starts again from what is stored. */
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

/** A block as it was received, unparsed: IndexedDB's cost is per record, not per byte. */
export interface BlockRecord extends Pick<NamedBlock, 'hash' | 'kind'> {
  readonly shop: ShopKey;
  readonly bytes: ArrayBuffer;
}

/** A block whose bytes match its hash. */
export type ArrivedBlock = Omit<BlockRecord, 'shop'>;

/** A change of one shop, written as a whole or not at all. */
export interface CatalogChange {
  readonly shop: ShopKey;
  /** The stored record that the change is based on, undefined if none is stored; `any` if the change depends on no record. */
  readonly base: ShopRecord | undefined | 'any';
  /** Replaces the record. Without it, the stored record need only have the same snapshot as `base`. */
  readonly next?: ShopRecord;
  /** Rows to add, or to put in place of older ones; a row that is not newer than the stored one is left out. */
  readonly rows?: readonly OverlayRow[];
  readonly views?: ViewCounts | undefined;
  readonly blocks?: readonly ArrivedBlock[];
  /** Hashes of blocks that are deleted. */
  readonly dropBlocks?: readonly string[];
  /**
   * Set if `next` has another snapshot, whose cards and views are stored, except for the `missing` ones. Deletes rows up to this seq, and
   * blocks that `next` does not name.
   */
  readonly dropRowsUpTo?: number;
  /** Hashes of blocks of `next` that are fetched once the shop is shown. */
  readonly missing?: ReadonlySet<string>;
}

/** Port to the device's catalogue. */
export interface CatalogStore {
  readonly kind: 'device' | 'memory';
  /** Takes the lead: writes of stores that claimed it before are rejected from now on. */
  claimLead(): Promise<void>;
  listShops(): Promise<readonly ShopRecord[]>;
  /**
   * Reads all that a tab needs to show a shop, in one transaction, because another tab may adopt a snapshot between two reads. With
   * `since`, reads only what is newer: the rows after its cursor, and the views if their cursor differs, but no cards. If another snapshot
   * is stored, returns the record alone.
   */
  loadShop(shop: ShopKey, since?: ShopRecord): Promise<StoredShop | undefined>;
  findRow(shop: ShopKey, id: number): Promise<OverlayRow | undefined>;
  /** Hashes of the blocks stored for a shop, whether its snapshot needs them or not. */
  listBlocks(shop: ShopKey): Promise<Set<string>>;
  /** Reads several blocks together; returns those that are stored, by hash. */
  findBlocks(shop: ShopKey, hashes: readonly string[]): Promise<ReadonlyMap<string, ArrayBuffer>>;
  /**
   * Writes the whole change or nothing. @throws SupersededError once another tab leads, StaleRecordError when the stored record is not
   * `base` or a block is missing, StorageFullError
   */
  write(change: CatalogChange): Promise<void>;
  close(): void;
}

/** Reads one block; undefined if it is not stored. */
export const findBlock = async (
  store: Pick<CatalogStore, 'findBlocks'>,
  shop: ShopKey,
  hash: string,
): Promise<ArrayBuffer | undefined> => (await store.findBlocks(shop, [hash])).get(hash);

/** @throws StaleRecordError when the stored record is not the one that a change is based on */
export function assertBase({ base, next }: CatalogChange, stored: ShopRecord | undefined): void {
  if (base === 'any') return;
  if (!(next ? isSameState : isSameSnapshot)(stored, base)) throw new StaleRecordError();
}

/** Leaves out rows that are not newer than the stored ones of their products. */
export function pickNewer(rows: readonly OverlayRow[], stored: Iterable<OverlayRow>): readonly OverlayRow[] {
  const seqs = new Map(Array.from(stored, ({ id, seq }) => [id, seq]));
  return rows.filter(({ id, seq }) => seq > (seqs.get(id) ?? -1));
}

/** Puts together what was read of a shop. */
export const toStoredShop = (
  record: ShopRecord,
  blocks: readonly BlockRecord[],
  rows: readonly OverlayRow[],
  views: ViewCounts | undefined,
  afterSeq = record.manifest.seq,
): StoredShop => ({
  record,
  cards: new Map(blocks.map(({ hash, bytes }) => [hash, bytes])),
  overlay: rows.filter(({ seq }) => seq > afterSeq),
  views,
});

export const listColumns = ({ blocks }: Manifest): string[] =>
  blocks.flatMap(({ columns = [] }) => columns.map(({ hash }) => hash));

/** @throws StaleRecordError when a block of a new snapshot that should be stored is not among the stored ones */
export function assertWhole(
  { manifest }: ShopRecord,
  stored: ReadonlySet<string>,
  missing: CatalogChange['missing'],
): void {
  const lost = manifest.blocks.find(({ kind, hash }) => kind !== 'details' && !stored.has(hash) && !missing?.has(hash));
  if (lost) throw new StaleRecordError(`${lost.kind} block ${lost.hash} is not stored`);
}
