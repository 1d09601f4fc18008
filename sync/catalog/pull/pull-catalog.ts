import { decodeCardsBlock } from '#contract/blocks/cards-block.ts';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { ForeignReplyError } from '#contract/http/codec.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import { getChanges, getManifest, viewsBlockSchema } from '#contract/http/catalog.ts';
import type { BlockEntry, ChangesPage, Manifest } from '#contract/http/catalog.ts';
import { MAX_OVERLAY_ROWS } from '#contract/limits.ts';
import { ApiError } from '#contract/errors.ts';
import { subtractDigest } from '#contract/blocks/digest.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { dropDamagedBlocks } from './block-integrity.ts';
import { StorageFullError } from '../store/catalog-store.ts';
import type { CatalogStore, ShopRecord, ViewCounts } from '../store/catalog-store.ts';
import { downloadBlocks } from './download-blocks.ts';
import { planBlocks } from './plan-blocks.ts';
import { readChanges } from './read-changes.ts';
import { decodeIfValid } from '../shop-catalog.ts';
import type { ShopCatalog } from '../shop-catalog.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Interval at which pulls without changes are recorded. */
const IDLE_SAVE_MS = 60_000;
/** More changes of the epoch within one pull are a fault of the server, not news. */
const MAX_REFETCHES = 3;

/** Limits of what a device keeps of a shop. Tests use small ones, so that a few rows reach them. */
export interface PullLimits {
  /** Overlay rows above which a newer snapshot is adopted. */
  readonly overlayRows: number;
  /** Quarantined rows that the device records. */
  readonly quarantinedRows: number;
  /** Dead rows in memory above which the index is rebuilt. */
  readonly deadRows: number;
}

export const PULL_LIMITS: PullLimits = { overlayRows: MAX_OVERLAY_ROWS, quarantinedRows: 100, deadRows: 8_192 };

/** Callbacks of a running pull. */
export interface PullProgress {
  /** Rows, order or views have changed. */
  changed(): void;
  /** A snapshot is in flight; bytes of its blocks. */
  downloading(receivedBytes: number, totalBytes: number): void;
  storageFull(): void;
}

export interface PullContext {
  readonly limits: PullLimits;
  readonly catalog: ShopCatalog;
  readonly store: CatalogStore;
  readonly client: ApiClient;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly progress: PullProgress;
  /** The main category on the screen, whose block is fetched first. */
  readonly openedMainCategory: () => string | null;
  /** Resolves when no foreground call is in flight: blocks must not compete with it. */
  readonly whenIdle: () => Promise<void>;
  /** False once the device is full: details then come from the network. */
  readonly keepsDetails: () => boolean;
  /** A more urgent task waits: details are left for the next pull. */
  readonly shouldYield: () => boolean;
  readonly freeSpace: (kind: BlockEntry['kind']) => Promise<boolean>;
}

/**
 * Updates one shop from the server: a snapshot if there is none, changes by cursor, missing blocks, and a check of the digest. Each step is
 * stored at once, so that a killed pull resumes later. One pull at a time per shop. @throws ApiError, ForeignReplyError, UnreachableError,
 * SupersededError; earlier steps stay stored
 */
export async function pullCatalog(context: PullContext): Promise<void> {
  const { catalog } = context;
  let download = catalog.record ? downloadMissing(context, catalog.record) : (await adoptSnapshot(context)).download;
  // A failed download must not cause an unhandled rejection while changes are pulled; it is awaited below.
  download.catch(() => undefined);

  let page = await pullChanges(context, (next) => {
    download = next;
    download.catch(() => undefined);
  });
  if (!isIntact(catalog, page)) {
    await download;
    page = await repair(context, (next) => (download = next));
  }
  await download;

  const record = catalog.record as ShopRecord;
  if (catalog.isOnlyInMemory) return;
  if (
    page.snapshotSeq > record.manifest.seq &&
    (await context.store.countOverlay(catalog.shop)) > context.limits.overlayRows
  ) {
    const adopted = await adoptSnapshot(context);
    await adopted.download;
  } else if ((catalog.index?.deadRows ?? 0) > context.limits.deadRows) await catalog.load();
  await verifyDaily(context);
}

/** Pulls all pages, through new snapshots if the server or the distance requires one. */
async function pullChanges(context: PullContext, onDownload: (download: Promise<void>) => void): Promise<ChangesPage> {
  const { catalog } = context;
  let hasTriedSnapshot = false;
  for (let refetches = 0; ;) {
    const record = catalog.record as ShopRecord;
    const page = await fetchChanges(context, record);
    const isRefetch = 'refetch' in page;
    // A cache in between may serve an older manifest: pages are then pulled instead.
    if (isRefetch || (!hasTriedSnapshot && page.snapshotSeq - record.cursor > context.limits.overlayRows)) {
      hasTriedSnapshot = true;
      if (isRefetch && ++refetches > MAX_REFETCHES)
        throw new ForeignReplyError('the server keeps asking for a new snapshot');
      onDownload((await adoptSnapshot(context, { isOtherEpoch: isRefetch })).download);
      continue;
    }
    await applyPage(context, record, page);
    if (!page.more) return page;
  }
}

/** Fetches a page of changes. A cursor that the server cannot read is void, like one of another epoch. */
function fetchChanges(
  { catalog, client, signal }: PullContext,
  { epoch, cursor, proof, viewsCursor, viewsProof }: ShopRecord,
): Promise<EndpointReply<typeof getChanges>> {
  const query = { epoch, since: cursor, proof, views: viewsCursor, viewsProof };
  return client.call(getChanges, { params: { shop: catalog.shop }, query }, { signal }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'bad-cursor')) throw error;
    return { refetch: true as const, epoch };
  });
}

async function applyPage(context: PullContext, record: ShopRecord, page: ChangesPage): Promise<void> {
  const { catalog, store, now } = context;
  const read = readChanges(catalog.offer, page);
  const changedViews = page.views ?? [];
  const arrived = new Set<number | null>(read.rows.map((row) => row.id));
  const isNews = page.seq !== record.cursor || page.viewsSeq !== record.viewsCursor;
  if (!isNews && now() - record.lastPulledAtMs < IDLE_SAVE_MS) return;
  const next: ShopRecord = {
    ...record,
    cursor: page.seq,
    proof: page.proof ?? (page.seq === record.cursor ? record.proof : undefined),
    viewsCursor: page.viewsSeq,
    viewsProof: page.viewsProof ?? (page.viewsSeq === record.viewsCursor ? record.viewsProof : undefined),
    lastPulledAtMs: now(),
    putAside: [...record.putAside.filter((row) => !arrived.has(row.id)), ...read.putAside].slice(
      -context.limits.quarantinedRows,
    ),
  };
  const views = changedViews.length > 0 ? catalog.mergeViews(changedViews) : undefined;
  if (!catalog.isOnlyInMemory) await keepChanges(context, () => store.applyChanges(next, read.rows, views));
  catalog.applyChanges(next, read.cards, read.deletedIds);
  catalog.applyViews(
    changedViews.map(([id]) => id),
    changedViews.map(([, count]) => count),
  );
  if (isNews) context.progress.changed();
}

/** Performs a write of a shop that is stored on the device: space is freed for it, or the shop continues in memory. */
async function keepChanges(context: PullContext, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw error;
      if (await context.freeSpace('cards')) continue;
      context.progress.storageFull();
      context.catalog.isOnlyInMemory = true;
      return;
    }
  }
}

/**
 * Whether the device matches the server at the cursor. With quarantined rows this is unknown, and a difference that a repair did not remove
 * is not repaired again before the next snapshot.
 */
function isIntact(catalog: ShopCatalog, page: ChangesPage): boolean {
  const { index, record } = catalog;
  if (!index || !record || record.putAside.length > 0) return true;
  if (page.digest === undefined || page.seq !== record.cursor) return true;
  if (index.count === page.count && index.digest === page.digest) return true;
  return catalog.lastingDifference === describeDifference(catalog, page);
}

/** Describes how the device differs from the server: the same text, however much changes on both alike. */
function describeDifference({ index, record }: ShopCatalog, page: ChangesPage): string {
  const count = (page.count ?? 0) - (index?.count ?? 0);
  return [record?.manifest.seq, count, subtractDigest(page.digest ?? 0, index?.digest ?? 0)].join(' ');
}

/** Repairs a shop: fetches damaged blocks again; if none is damaged, the snapshot, reusing the blocks that match. */
async function repair(context: PullContext, onDownload: (download: Promise<void>) => void): Promise<ChangesPage> {
  const { catalog, store } = context;
  if (!catalog.isOnlyInMemory) {
    await dropDamagedBlocks(store, catalog.shop, catalog.record as ShopRecord);
    await downloadMissing(context, catalog.record as ShopRecord);
    await catalog.load();
  }
  const page = await pullChanges(context, onDownload);
  if (!isIntact(catalog, page)) {
    onDownload((await adoptSnapshot(context, { isOtherEpoch: true })).download);
    const last = await pullChanges(context, onDownload);
    if (!isIntact(catalog, last)) catalog.lastingDifference = describeDifference(catalog, last);
  }
  context.progress.changed();
  return page;
}

/** Compares every stored block with its hash once a day and fetches damaged ones again. */
async function verifyDaily(context: PullContext): Promise<void> {
  const { catalog, store, now } = context;
  const record = catalog.record as ShopRecord;
  if (now() - record.lastVerifiedAtMs < DAY_MS) return;
  const damaged = await dropDamagedBlocks(store, catalog.shop, record);
  if (damaged.length > 0) {
    await downloadMissing(context, record);
    await catalog.load();
    context.progress.changed();
  }
  const verified = { ...(catalog.record as ShopRecord), lastVerifiedAtMs: now() };
  await store.saveRecord(verified);
  catalog.record = verified;
}

/** Fetches blocks of the current snapshot that are not stored: missing details or damaged blocks. */
async function downloadMissing(context: PullContext, record: ShopRecord): Promise<void> {
  const { catalog, store } = context;
  if (catalog.isOnlyInMemory) return;
  const missing = planBlocks(record.manifest, await store.listBlocks(catalog.shop), context.openedMainCategory());
  if (missing.length === 0) return;
  await context.whenIdle();
  let hasNewCards = false;
  try {
    await fetchBlocks(context, missing, (entry, _bytes, isStored) => {
      hasNewCards ||= entry.kind === 'cards' && isStored;
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not-found')) throw error;
    // The server stores the blocks of its newest snapshots only: this device's is older.
    return (await adoptSnapshot(context)).download;
  }
  if (hasNewCards) {
    await catalog.load();
    context.progress.changed();
  }
}

/**
 * Adopts the server's newest snapshot once its cards are stored; `download` then settles after its details. With `isOtherEpoch`, rows known
 * to the device are void.
 */
async function adoptSnapshot(
  context: PullContext,
  options: { isOtherEpoch?: boolean } = {},
): Promise<{ download: Promise<void> }> {
  const { catalog, store, client, signal, now } = context;
  const manifest = await client.call(getManifest, { params: { shop: catalog.shop } }, { signal });
  await context.whenIdle();
  const known = catalog.record;
  const isSameFeed = known !== undefined && !options.isOtherEpoch && known.epoch === manifest.epoch;

  const cards = new Map<string, CardColumns>();
  let blockViews: ViewCounts | undefined;
  const stored = await store.listBlocks(catalog.shop);
  for (const { hash, kind } of manifest.blocks) {
    if (kind === 'details' || !stored.has(hash)) continue;
    const bytes = await store.findBlock(catalog.shop, hash);
    const columns = kind === 'cards' ? decodeIfValid(bytes) : undefined;
    const storedViews = kind === 'views' && bytes ? readViews(bytes) : undefined;
    if (columns) cards.set(hash, columns);
    else if (storedViews) blockViews = storedViews;
    else stored.delete(hash);
  }

  const missing = planBlocks(manifest, stored, context.openedMainCategory());
  const waiting = new Set(missing.filter((entry) => entry.kind !== 'details').map((entry) => entry.hash));
  const isUsable = Promise.withResolvers<void>();
  let isWholeOnDevice = true;
  const rest = fetchBlocks(context, missing, (entry, bytes, isStored) => {
    if (entry.kind !== 'details' && !isStored) isWholeOnDevice = false;
    if (entry.kind === 'cards') cards.set(entry.hash, decodeCardsBlock(new Uint8Array(bytes)));
    else if (entry.kind === 'views') blockViews = readViews(bytes);
    waiting.delete(entry.hash);
    if (waiting.size === 0) isUsable.resolve();
  });
  rest.catch(isUsable.reject);
  if (waiting.size === 0) isUsable.resolve();
  await isUsable.promise;

  const record: ShopRecord = {
    shop: catalog.shop,
    epoch: manifest.epoch,
    cursor: isSameFeed ? Math.max(known.cursor, manifest.seq) : manifest.seq,
    proof: isSameFeed && known.cursor >= manifest.seq ? known.proof : manifest.proof,
    viewsCursor: isSameFeed ? known.viewsCursor : manifest.viewsSeq,
    viewsProof: isSameFeed ? known.viewsProof : manifest.viewsProof,
    manifest,
    lastPulledAtMs: now(),
    lastVerifiedAtMs: known?.lastVerifiedAtMs ?? now(),
    putAside: isSameFeed ? known.putAside.filter((row) => (row.seq ?? 0) > manifest.seq) : [],
  };
  const views = isSameFeed
    ? catalog.mergeViews([])
    : (blockViews ?? { ids: new Uint32Array(), counts: new Uint32Array() });
  const dropOverlayUpTo = isSameFeed ? manifest.seq : Number.MAX_SAFE_INTEGER;
  catalog.isOnlyInMemory = !isWholeOnDevice;
  catalog.lastingDifference = undefined;
  if (isWholeOnDevice) await keepChanges(context, () => store.adoptSnapshot(record, dropOverlayUpTo, views));
  const overlay = await store.listOverlay(catalog.shop, isSameFeed ? manifest.seq : Number.MAX_SAFE_INTEGER);
  catalog.rebuild(record, orderedBlocks(manifest, cards), overlay, views);
  context.progress.changed();
  return { download: rest };
}

const orderedBlocks = (manifest: Manifest, cards: ReadonlyMap<string, CardColumns>): CardColumns[] =>
  manifest.blocks.flatMap((block) => cards.get(block.hash) ?? []);

/** The counts of a views block; undefined if it is damaged: views are not worth failing a shop. */
function readViews(bytes: ArrayBuffer): ViewCounts | undefined {
  try {
    const { ids, counts } = viewsBlockSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return { ids: Uint32Array.from(ids), counts: Uint32Array.from(counts) };
  } catch {
    return undefined;
  }
}

async function fetchBlocks(
  context: PullContext,
  entries: readonly BlockEntry[],
  onBlock: (entry: BlockEntry, bytes: ArrayBuffer, isStored: boolean) => void,
): Promise<void> {
  const { catalog, store, client, signal, freeSpace, progress } = context;
  const totalBytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  let receivedBytes = 0;
  if (entries.length > 0) progress.downloading(0, totalBytes);
  await downloadBlocks(entries, {
    client,
    store,
    shop: catalog.shop,
    signal,
    freeSpace,
    isWanted: (entry) => entry.kind !== 'details' || (context.keepsDetails() && !context.shouldYield()),
    onBlock: (entry, bytes, isStored) => {
      receivedBytes += entry.bytes;
      if (!isStored) progress.storageFull();
      onBlock(entry, bytes, isStored);
      progress.downloading(receivedBytes, totalBytes);
    },
  });
}
