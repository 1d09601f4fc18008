import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { BlockKind, NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { ChangesPage, Manifest, WireCard } from '#contract/http/catalog.ts';
import { encodeClaim } from '#contract/http/shop-claim.ts';
import { toCard } from '#contract/blocks/card.ts';
import { affiliateProductSchema, openBoxProductSchema } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { isWithin } from '../../database/stored-time.ts';
import { StorageFullError } from '../../database/storage-errors.ts';
import { assertCard } from '../index/assert-card.ts';
import type { PageChanges } from '../shop-catalog.ts';
import { findBlock, listColumns, listUrlOf, NO_VIEWS, StaleRecordError } from '../store/catalog-store.ts';
import type { CatalogChange, ShopRecord, OverlayRow, QuarantinedRow, ViewCounts } from '../store/catalog-store.ts';
import { matchesHash } from './matches-hash.ts';
import { claimPosition, readServerState, positionOf } from './feed-position.ts';
import { isLater } from './plan-blocks.ts';
import type { PullContext } from './pull-context.ts';

/** Interval at which pulls without changes are recorded. */
const IDLE_SAVE_MS = 60_000;

/** What a tab holds of a snapshot in memory: its cards by hash, its views, and the blocks that are still to be fetched, in order. */
export interface FetchedSnapshot {
  readonly cards: ReadonlyMap<string, CardColumns>;
  readonly views: ViewCounts | undefined;
  readonly later: readonly NamedBlock[];
}

/** How a snapshot replaces what the device has. */
export interface AdoptOptions {
  /** The stored record before the snapshot was fetched. */
  readonly base: ShopRecord | undefined;
  /**
   * Whether `base` is at least as new as the snapshot. Its position, its view counts and its rows that are newer than the snapshot then
   * stay; otherwise all come from the snapshot.
   */
  readonly isAhead: boolean;
  /** Called between the write and the building of the index, which takes a while. */
  readonly onStored: (record: ShopRecord) => void;
}

/** The only writer of a shop's record during a pull: memory follows after each write. @throws StaleRecordError when something else has written */
export class ShopWriter {
  readonly #context: PullContext;

  constructor(context: PullContext) {
    this.#context = context;
  }

  /** Applies a page of changes after the cursor of `record`. Returns whether the page has news. */
  async applyPage(record: ShopRecord, page: ChangesPage): Promise<boolean> {
    const { catalog, now, limits } = this.#context;
    if (record !== this.#record) throw new StaleRecordError();
    const read = readChanges(catalog.offer, page, record.cursor);
    const arrived = new Set<number | null>([...read.rows, ...read.quarantined].map((row) => row.id));
    const isNews = page.seq !== record.cursor || page.viewsSeq !== record.viewsCursor;
    const next: ShopRecord = {
      ...record,
      cursor: page.seq,
      updated_at: newest([record, ...read.rows]),
      proof: page.proof ?? (page.seq === record.cursor ? record.proof : undefined),
      viewsCursor: page.viewsSeq,
      viewsProof: page.viewsProof ?? (page.viewsSeq === record.viewsCursor ? record.viewsProof : undefined),
      serverState: readServerState(page),
      lastPulledAtMs: now(),
      quarantined: [...record.quarantined.filter((row) => !arrived.has(row.id)), ...read.quarantined].slice(
        -limits.quarantinedRows,
      ),
    };
    // If a new state were not stored, the server would send it again with every pull.
    const isStored = encodeClaim(claimPosition(next)) === encodeClaim(claimPosition(record));
    if (isStored && isWithin(record.lastPulledAtMs, IDLE_SAVE_MS, next.lastPulledAtMs)) return false;
    const views = viewsAfter(catalog.views, read);
    await this.#write({ base: record, next, rows: read.rows, views: views === catalog.views ? undefined : views });
    catalog.applyChanges(next, read, views);
    return isNews;
  }

  /** Adopts a snapshot whose cards and views are fetched. */
  async adopt(manifest: Manifest, fetched: FetchedSnapshot, options: AdoptOptions): Promise<void> {
    const { catalog, now } = this.#context;
    const { base, isAhead, onStored } = options;
    const known = isAhead ? base : undefined;
    const { cursor, proof, viewsCursor, viewsProof } = known ?? positionOf(manifest);
    const next: ShopRecord = {
      url: listUrlOf(catalog.shop),
      shop: catalog.shop,
      epoch: manifest.epoch,
      generation: this.#generationAfter(base),
      updated_at: newest([manifest, ...(known ? [known] : [])]),
      cursor,
      proof,
      serverState: known
        ? known.serverState
        : { count: manifest.rows, digest: manifest.digest, snapshotSeq: manifest.seq },
      viewsCursor,
      viewsProof,
      manifest,
      lastPulledAtMs: now(),
      lastVerifiedAtMs: catalog.record?.lastVerifiedAtMs ?? now(),
      quarantined: known?.quarantined.filter((row) => (row.seq ?? 0) > manifest.seq) ?? [],
    };
    const views = known ? catalog.views : (fetched.views ?? NO_VIEWS);
    const droppedUpTo = known ? manifest.seq : Number.MAX_SAFE_INTEGER;
    catalog.lastingDifference = undefined;
    const missing = new Set(fetched.later.map(({ hash }) => hash));
    await this.#write({ base, next, dropRowsUpTo: droppedUpTo, missing, views });
    const store = await catalog.store();
    // Rows and columns are read only if there may be any: a first visit waits for each answer of storage.
    const kept = known && (await store.loadShop(catalog.shop, { ...next, cursor: droppedUpTo }));
    const overlay = kept?.overlay ?? [];
    const stored = listColumns(manifest).filter((hash) => !missing.has(hash));
    const columns = stored.length > 0 ? await store.findBlocks(catalog.shop, stored) : new Map<string, ArrayBuffer>();
    onStored(next);
    catalog.rebuild(next, fetched.cards, overlay, views);
    catalog.joinColumns(columns);
  }

  /** Compares every stored block with its name and deletes damaged ones. Returns whether there were any. */
  async dropDamagedBlocks(): Promise<boolean> {
    const { catalog } = this.#context;
    const store = await catalog.store();
    const damaged: string[] = [];
    for (const { hash } of listBlocks(this.#record.manifest)) {
      const bytes = await findBlock(store, catalog.shop, hash);
      if (bytes && !(await matchesHash(bytes, hash))) damaged.push(hash);
    }
    if (damaged.length === 0) return false;
    const base = this.#record;
    const next = { ...base, generation: this.#generationAfter(base) };
    await this.#write({ base, next, dropBlocks: damaged });
    catalog.record = next;
    return true;
  }

  /** Reads the shop again, with blocks that have been stored since. @throws StaleRecordError when it is no longer stored */
  async reload(): Promise<void> {
    await this.#context.catalog.load();
    if (!this.#context.catalog.record) throw new StaleRecordError();
  }

  async recordVerification(): Promise<void> {
    const { catalog, now } = this.#context;
    const base = this.#record;
    const next = { ...base, lastVerifiedAtMs: now() };
    await this.#write({ base, next });
    catalog.record = next;
  }

  get #record(): ShopRecord {
    return this.#context.catalog.record as ShopRecord;
  }

  #generationAfter(base: ShopRecord | undefined): number {
    return (base?.generation ?? this.#context.now()) + 1;
  }

  async #write(change: Omit<CatalogChange, 'shop'>): Promise<void> {
    await writeWithSpace(change, this.#context, 'cards');
    // An abandoned pull may end after its successor: memory then belongs to the successor.
    this.#context.signal.throwIfAborted();
  }
}

/**
 * Writes a change of the shop. On a full device, space is freed for a block of this kind as long as possible; after that, blocks without which
 * the shop can be shown are left out, and for anything else the shop moves into memory. Downloads use it for their blocks, too. @throws as
 * `CatalogStore.write`
 */
export async function writeWithSpace(
  change: Omit<CatalogChange, 'shop'>,
  { catalog, freeSpace, keepInMemory, storageFull }: PullContext,
  kind: BlockKind,
): Promise<void> {
  for (;;) {
    try {
      return await (await catalog.store()).write({ ...change, shop: catalog.shop });
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw error;
      if (await freeSpace(kind)) continue;
      if (isLater({ kind })) return storageFull();
      await keepInMemory();
    }
  }
}

/** Finds the newest `updated_at`: times in the format of products sort as texts. */
const newest = (rows: readonly { readonly updated_at?: string | undefined }[]): string | undefined =>
  rows.reduce<string | undefined>(
    (found, { updated_at: at }) => (at !== undefined && at > (found ?? '') ? at : found),
    undefined,
  );

const PRODUCT_SCHEMAS = { affiliate: affiliateProductSchema, openBox: openBoxProductSchema } as const satisfies Record<
  OfferKind,
  unknown
>;

/** Checks a page's rows and sorts them by seq: unreadable ones are quarantined, those not newer than `since` left out. Pure. */
function readChanges(offer: OfferKind, page: ChangesPage, since: number) {
  const tombstones = (page.deleted ?? [])
    .map(([id, seq], place): OverlayRow => ({ id, seq, updated_at: page.deleted_at?.[place], product: null }))
    .filter(({ seq }) => seq > since);
  const rows: OverlayRow[] = [];
  const cards: WireCard[] = [];
  const quarantined: QuarantinedRow[] = [];
  for (const [place, raw] of (page.products ?? []).entries()) {
    const read = readProduct(offer, raw);
    if ('reason' in read) {
      quarantined.push({ ...identify(raw, page.digests?.[place]), reason: read.reason });
    } else if (read.product.seq > since) {
      const { id, seq, updated_at } = read.product;
      rows.push({ id, seq, updated_at, product: read.product });
      cards.push(read.card);
    }
  }
  return {
    rows: [...rows, ...tombstones].sort((a, b) => a.seq - b.seq),
    cards,
    deletedIds: tombstones.map((row) => row.id),
    viewed: page.views ?? [],
    quarantined,
  };
}

function readProduct(offer: OfferKind, raw: unknown): { product: Product; card: WireCard } | { reason: string } {
  const parsed = PRODUCT_SCHEMAS[offer].safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { reason: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  try {
    const card = toCard(offer, parsed.data);
    assertCard(offer, card);
    return { product: parsed.data, card: { ...card, view_count: parsed.data.view_count } };
  } catch (error) {
    if (error instanceof RangeError) return { reason: error.message };
    throw error;
  }
}

/** Identifies an unreadable row by what the server sends beside it, or else by what can be read of it. */
function identify(
  raw: unknown,
  known: readonly [id: number, seq: number, digest: number] | undefined,
): Omit<QuarantinedRow, 'reason'> {
  if (known) return { id: known[0], seq: known[1], digest: known[2] };
  const { id, seq } = (typeof raw === 'object' && raw !== null ? raw : {}) as { id?: unknown; seq?: unknown };
  return { id: typeof id === 'number' ? id : null, seq: typeof seq === 'number' ? seq : null };
}

/**
 * Returns the view counts after a page of changes; `known` itself if it changes none. Changed products bring their counts along: the
 * feed of views does not repeat the count of a restored product, nor the 0 of a new product with the id of a deleted one. Pure.
 */
function viewsAfter(known: ViewCounts, { cards, viewed }: PageChanges): ViewCounts {
  const named = new Map([...cards.map(({ id, view_count }) => [id, view_count] as const), ...viewed]);
  const counts = known.counts.slice();
  let isChanged = false;
  for (let at = 0; at < counts.length; at++) {
    const id = known.ids[at] as number;
    const count = named.get(id);
    if (count === undefined) continue;
    isChanged ||= counts[at] !== count;
    counts[at] = count;
    named.delete(id);
  }
  const added = [...named].filter(([, count]) => count > 0);
  if (!isChanged && added.length === 0) return known;
  return {
    ids: append(
      known.ids,
      added.map(([id]) => id),
    ),
    counts: append(
      counts,
      added.map(([, count]) => count),
    ),
  };
}

function append(numbers: Uint32Array, added: readonly number[]): Uint32Array {
  const all = new Uint32Array(numbers.length + added.length);
  all.set(numbers);
  all.set(added, numbers.length);
  return all;
}
