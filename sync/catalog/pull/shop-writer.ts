import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { ChangesPage, Manifest } from '#contract/http/catalog.ts';
import { encodeClaim } from '#contract/http/shop-claim.ts';
import { listUrlOf } from '../store/catalog-layout.ts';
import { listColumns, StaleRecordError, StorageFullError } from '../store/catalog-store.ts';
import type { CatalogChange, ShopRecord, ViewCounts } from '../store/catalog-store.ts';
import { matchesHash } from './block-integrity.ts';
import { claimPosition, readServerState } from './claim-position.ts';
import type { FetchedSnapshot } from './fetch-snapshot.ts';
import type { PullContext } from './pull-context.ts';
import { readChanges } from './read-changes.ts';

/** Interval at which pulls without changes are recorded. */
const IDLE_SAVE_MS = 60_000;

const NO_VIEWS: ViewCounts = { ids: new Uint32Array(), counts: new Uint32Array() };

/** How a snapshot replaces what the device has. */
export interface AdoptOptions {
  /** The stored record, as returned by `findBase` before the snapshot was fetched. */
  readonly base: ShopRecord | undefined;
  /** Rows on the device that are newer than the snapshot stay valid. */
  readonly isSameFeed: boolean;
  /** Called between the write and the building of the index, which takes a while. */
  readonly onStored: (record: ShopRecord) => void;
}

/**
 * The only writer of a shop's record during a pull. Each write is one transaction that compares the stored record with the one it is based
 * on; memory follows after it. @throws StaleRecordError when something else has written
 */
export class ShopWriter {
  readonly #context: PullContext;

  constructor(context: PullContext) {
    this.#context = context;
  }

  /** Applies a page of changes after the cursor of `record`. Returns whether it has news. */
  async applyPage(record: ShopRecord, page: ChangesPage): Promise<boolean> {
    const { catalog, now, limits } = this.#context;
    if (record !== this.#record) throw new StaleRecordError();
    const read = readChanges(catalog.offer, page);
    const changedViews = page.views ?? [];
    const arrived = new Set<number | null>([...read.rows, ...read.putAside].map((row) => row.id));
    const isNews = page.seq !== record.cursor || page.viewsSeq !== record.viewsCursor;
    const next: ShopRecord = {
      ...record,
      cursor: page.seq,
      proof: page.proof ?? (page.seq === record.cursor ? record.proof : undefined),
      viewsCursor: page.viewsSeq,
      viewsProof: page.viewsProof ?? (page.viewsSeq === record.viewsCursor ? record.viewsProof : undefined),
      serverState: readServerState(page),
      lastPulledAtMs: now(),
      putAside: [...record.putAside.filter((row) => !arrived.has(row.id)), ...read.putAside].slice(
        -limits.quarantinedRows,
      ),
    };
    // What is not stored is sent again with every pull.
    const isStored = encodeClaim(claimPosition(next)) === encodeClaim(claimPosition(record));
    if (isStored && next.lastPulledAtMs - record.lastPulledAtMs < IDLE_SAVE_MS) return false;
    const views = changedViews.length > 0 ? catalog.mergeViews(changedViews) : undefined;
    await this.#write({ base: record, next, rows: read.rows, views });
    catalog.applyChanges(next, read.cards, read.deletedIds);
    catalog.applyViews(
      changedViews.map(([id]) => id),
      changedViews.map(([, count]) => count),
    );
    return isNews;
  }

  /** The stored record that a snapshot would replace. */
  async findBase(): Promise<ShopRecord | undefined> {
    const { catalog, store } = this.#context;
    if (!catalog.isOnlyInMemory) return catalog.record;
    return (await store.listShops()).find(({ shop }) => shop === catalog.shop);
  }

  /**
   * Adopts a snapshot whose cards and views are fetched. With `isSameFeed`, rows newer than it stay; otherwise every row known to the device
   * is void.
   */
  async adopt(manifest: Manifest, fetched: FetchedSnapshot, options: AdoptOptions): Promise<void> {
    const { catalog, store, now } = this.#context;
    const { base, isSameFeed, onStored } = options;
    const known = isSameFeed ? catalog.record : undefined;
    const next: ShopRecord = {
      url: listUrlOf(catalog.shop),
      shop: catalog.shop,
      epoch: manifest.epoch,
      generation: this.#generationAfter(base),
      ...(known && known.cursor >= manifest.seq
        ? { cursor: known.cursor, proof: known.proof, serverState: known.serverState }
        : { cursor: manifest.seq, proof: manifest.proof }),
      ...(known
        ? { viewsCursor: known.viewsCursor, viewsProof: known.viewsProof }
        : { viewsCursor: manifest.viewsSeq, viewsProof: manifest.viewsProof }),
      manifest,
      lastPulledAtMs: now(),
      lastVerifiedAtMs: catalog.record?.lastVerifiedAtMs ?? now(),
      putAside: known?.putAside.filter((row) => (row.seq ?? 0) > manifest.seq) ?? [],
    };
    const views = known ? catalog.mergeViews([]) : (fetched.views ?? NO_VIEWS);
    const droppedUpTo = known ? manifest.seq : Number.MAX_SAFE_INTEGER;
    catalog.isOnlyInMemory = !fetched.isWholeOnDevice;
    catalog.lastingDifference = undefined;
    await this.#write({ base, next, dropRowsUpTo: droppedUpTo, views });
    // Nothing is read that cannot be there: a first visit waits for each answer of the storage.
    const kept = known && (await store.loadShop(catalog.shop, { ...next, cursor: droppedUpTo }));
    const overlay = kept?.overlay ?? [];
    const missing = new Set(fetched.later.map(({ hash }) => hash));
    const stored = listColumns(manifest).filter((hash) => !missing.has(hash));
    const columns = stored.length > 0 ? await store.findBlocks(catalog.shop, stored) : new Map<string, ArrayBuffer>();
    onStored(next);
    catalog.rebuild(next, fetched.cards, overlay, views);
    catalog.joinColumns(columns);
  }

  /** Compares every stored block with its name and deletes damaged ones. Returns whether there were any. */
  async dropDamagedBlocks(): Promise<boolean> {
    const { catalog, store } = this.#context;
    const damaged: string[] = [];
    for (const { hash } of listBlocks(this.#record.manifest)) {
      const bytes = (await store.findBlocks(catalog.shop, [hash])).get(hash);
      if (bytes && !(await matchesHash(bytes, hash))) damaged.push(hash);
    }
    if (damaged.length > 0) await this.#replace({ dropBlocks: damaged });
    return damaged.length > 0;
  }

  /** Records that blocks were fetched again, so that every tab reads the shop again, this one at once. */
  async renew(): Promise<void> {
    await this.#replace({});
    await this.#context.catalog.load();
  }

  async recordVerification(): Promise<void> {
    const { catalog, store, now } = this.#context;
    const base = this.#record;
    const next = { ...base, lastVerifiedAtMs: now() };
    await store.write({ shop: catalog.shop, base, next });
    catalog.record = next;
  }

  get #record(): ShopRecord {
    return this.#context.catalog.record as ShopRecord;
  }

  #generationAfter(base: ShopRecord | undefined): number {
    return (base?.generation ?? this.#context.now()) + 1;
  }

  /** Performs a write that replaces what tabs hold. */
  async #replace(change: Pick<CatalogChange, 'dropBlocks'>): Promise<void> {
    const { catalog, store } = this.#context;
    const base = this.#record;
    const next = { ...base, generation: this.#generationAfter(base) };
    await store.write({ ...change, shop: catalog.shop, base, next });
    catalog.record = next;
  }

  /** Performs a write of a shop that is stored on the device: space is freed for it, or the shop continues in memory. */
  async #write(change: Omit<CatalogChange, 'shop'>): Promise<void> {
    const { catalog, store, freeSpace, progress, signal } = this.#context;
    while (!catalog.isOnlyInMemory) {
      try {
        await store.write({ ...change, shop: catalog.shop });
        // An abandoned pull may end after its successor: memory is the successor's.
        return signal.throwIfAborted();
      } catch (error) {
        if (!(error instanceof StorageFullError)) throw error;
        if (await freeSpace('cards')) continue;
        progress.storageFull();
        catalog.isOnlyInMemory = true;
      }
    }
  }
}
