import { ForeignReplyError } from '#contract/http/codec.ts';
import { getManifest } from '#contract/http/catalog.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { ChangesPage } from '#contract/http/catalog.ts';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import { preferPlanes } from '#contract/blocks/views-block.ts';
import { ApiError } from '#contract/http/errors.ts';
import { isWithin } from '../../database/stored-time.ts';
import { NewerServerError } from '../../server/api-client.ts';
import { StaleRecordError } from '../store/catalog-store.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import { BackgroundDownload } from './background-download.ts';
import { describeDifference, isIntact } from './compare-digests.ts';
import { positionOf } from './feed-position.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { planBlocks } from './plan-blocks.ts';
import type { PullContext } from './pull-context.ts';
import { ShopWriter } from './shop-writer.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** If the server asks for more new snapshots than this within one pull, it is at fault. */
const MAX_REFETCHES = 3;
/** Attempts of one pull while others change the stored record. */
const MAX_ATTEMPTS = 3;

/**
 * Updates one shop from the server: a snapshot if there is none, changes by cursor, missing blocks, and a check of the digest. Each step is
 * stored at once, so that a killed pull resumes later. A pull whose record is no longer the stored one starts again from the stored one. One pull
 * at a time per shop. @throws ApiError, ForeignReplyError, UnreachableError, NewerServerError, SupersededError, StaleRecordError; earlier steps stay
 * stored
 */
export async function pullCatalog(context: PullContext): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await new CatalogPull(context).run();
    } catch (error) {
      if (!(error instanceof StaleRecordError) || attempt === MAX_ATTEMPTS) throw error;
      await context.catalog.load();
      context.changed();
    }
  }
}

/** One attempt of a pull. Its steps run one after the other; only columns, details and missing blocks are fetched in parallel with them. */
class CatalogPull {
  readonly #context: PullContext;
  readonly #writer: ShopWriter;
  #download: BackgroundDownload | undefined;
  /** Settles once the missing blocks are known and their download has begun. */
  #lookedUp: Promise<void> | undefined;
  /** Blocks of a first snapshot that are fetched only once it is shown: earlier, they would compete for processor and database. */
  #later: readonly NamedBlock[] = [];
  #hasAdopted = false;
  #hasNews = false;

  constructor(context: PullContext) {
    this.#context = context;
    this.#writer = new ShopWriter(context);
  }

  async run(): Promise<void> {
    try {
      await this.#update();
    } finally {
      // If the changes could not be fetched, the snapshot is shown without them.
      this.#later = [];
      if (this.#isLoading) this.#show();
      await this.#lookedUp?.catch(() => undefined);
      this.#context.feeds.stop();
      await this.#download?.stop();
    }
  }

  async #update(): Promise<void> {
    const { catalog, limits } = this.#context;
    if (catalog.record) this.#lookUpMissing();
    else await this.#adopt();
    const page = await this.#pullChanges();
    await this.#joinColumns();
    if (!isIntact(catalog, page, limits)) {
      await this.#finishDownload();
      await this.#repair();
    }
    await this.#finishDownload();
    const record = this.#record;
    const isOld = page.snapshotSeq > record.manifest.seq;
    const store = await catalog.store();
    const stored = isOld ? await store.loadShop(catalog.shop, { ...record, cursor: record.manifest.seq }) : undefined;
    if ((stored?.overlay.length ?? 0) > limits.overlayRows) {
      await this.#adopt();
      await this.#finishDownload();
    } else if ((catalog.index?.deadRows ?? 0) > limits.deadRows) await catalog.load();
    await this.#verifyDaily();
    // The digest compares memory only: the blocks that the record names must be on the disk as well.
    if (this.#hasNews) await this.#fetchMissing();
    await this.#finishDownload();
  }

  get #record(): ShopRecord {
    return this.#context.catalog.record as ShopRecord;
  }

  get #isLoading(): boolean {
    return this.#context.catalog.state === 'loading';
  }

  /** Pulls all pages of changes. Adopts a new snapshot if the server asks for it, or once if the device is too many changes behind. */
  async #pullChanges(): Promise<ChangesPage> {
    const { feeds, limits, signal } = this.#context;
    let hasTriedSnapshot = false;
    for (let refetches = 0; ;) {
      const record = this.#record;
      const page = await feeds.changesAfter(record, signal);
      await this.#lookedUp;
      const isRefetch = 'refetch' in page;
      // A cache between server and device may serve an older manifest: all pages are then pulled instead of adopting it.
      if (isRefetch || (!hasTriedSnapshot && page.snapshotSeq - record.cursor > limits.overlayRows)) {
        hasTriedSnapshot = true;
        if (isRefetch && ++refetches > MAX_REFETCHES)
          throw new ForeignReplyError('the server keeps asking for a new snapshot');
        await this.#adopt({ isOtherFeed: isRefetch });
        continue;
      }
      const isChanged = await this.#writer.applyPage(record, page);
      this.#hasNews ||= isChanged;
      if (this.#isLoading ? !page.more : isChanged) this.#show();
      if (!page.more) return page;
    }
  }

  /** Repairs a shop: fetches damaged blocks again; if it still differs, adopts a snapshot, reusing the blocks that match. */
  async #repair(): Promise<void> {
    const { catalog, changed, limits } = this.#context;
    await this.#writer.dropDamagedBlocks();
    await this.#fetchMissing();
    await this.#finishDownload();
    // Perhaps the disk is right, and only memory differs.
    await catalog.load();
    const page = await this.#pullChanges();
    await this.#joinColumns();
    if (!isIntact(catalog, page, limits)) {
      await this.#adopt({ isOtherFeed: true });
      const last = await this.#pullChanges();
      await this.#joinColumns();
      catalog.lastingDifference = describeDifference(catalog, last, limits);
    }
    changed();
  }

  /** Compares every stored block with its hash once a day and fetches damaged ones again. */
  async #verifyDaily(): Promise<void> {
    const { now } = this.#context;
    if (isWithin(this.#record.lastVerifiedAtMs, DAY_MS, now())) return;
    if (await this.#writer.dropDamagedBlocks()) {
      await this.#fetchMissing();
      await this.#finishDownload();
    }
    await this.#writer.recordVerification();
  }

  /**
   * Adopts the server's newest snapshot, then fetches its columns and details in parallel with the next steps. With `isOtherFeed`, rows known to
   * the device are void.
   */
  async #adopt({ isOtherFeed = false } = {}): Promise<void> {
    const { catalog, client, feeds, prefetch, signal, whenIdle } = this.#context;
    const isFirst = !catalog.record;
    const kept = isFirst ? feeds.takeManifest(catalog.shop) : undefined;
    const manifest = preferPlanes(
      kept ??
        (await prefetch?.takeManifest(catalog.shop)) ??
        (await client.call(getManifest, { params: { shop: catalog.shop } }, { signal })),
    );
    signal.throwIfAborted();
    // A newer format is recognized before its blocks are fetched.
    if ((manifest.format ?? 1) > SNAPSHOT_FORMAT) throw new NewerServerError();
    const known = !isOtherFeed && catalog.record?.epoch === manifest.epoch ? catalog.record : undefined;
    // A cache in between has served an older manifest: rows between the two snapshots would be missing.
    if (known && manifest.seq < known.manifest.seq) return;
    await this.#stopDownload();
    await whenIdle();
    if (isFirst && !kept) feeds.begin(catalog.shop, positionOf(manifest), signal);
    const base = catalog.record;
    const isAhead = known !== undefined && known.cursor >= manifest.seq;
    const fetched = await fetchSnapshot(this.#context, manifest, base);
    if (isFirst) catalog.startLoading();
    const onStored = (record: ShopRecord): void => {
      if (this.#isLoading) this.#later = fetched.later;
      else this.#startDownload(fetched.later, record);
    };
    await this.#writer.adopt(manifest, fetched, { base, isAhead, onStored });
    this.#hasAdopted = true;
    this.#hasNews = true;
    if (!this.#isLoading) this.#show();
  }

  #show(): void {
    if (this.#isLoading) this.#context.catalog.endLoading();
    this.#context.changed();
    const later = this.#later;
    this.#later = [];
    if (later.length > 0) this.#startDownload(later, this.#record);
  }

  /** Fetches blocks of the current snapshot that are not stored, in parallel with the next steps. */
  async #fetchMissing(): Promise<void> {
    const { catalog, opened, keepsDetails } = this.#context;
    const { manifest } = this.#record;
    const stored = await (await catalog.store()).listBlocks(catalog.shop);
    const missing = planBlocks(manifest, stored, opened());
    // Memory has the columns: if they do not fit on the device, they are not fetched again and again.
    const needsColumns = !catalog.hasColumns || keepsDetails();
    this.#startDownload(needsColumns ? missing : missing.filter(({ kind }) => kind !== 'column'), this.#record);
  }

  /** Looks up which blocks the device lacks, while the server answers the call for changes. These are applied after the look-up. */
  #lookUpMissing(): void {
    this.#lookedUp = this.#fetchMissing();
    // Until it is awaited a failure must not be an unhandled rejection.
    this.#lookedUp.catch(() => undefined);
  }

  #startDownload(missing: readonly NamedBlock[], base: ShopRecord): void {
    if (missing.length > 0) this.#download = new BackgroundDownload(missing, this.#context, base);
  }

  /** Joins missing cards, then links and placeholders to them, once they are here: the digest covers all of them. */
  async #joinColumns(): Promise<void> {
    const { catalog, changed } = this.#context;
    if (this.#download) await this.#joinArriving(this.#download);
    if (await catalog.readColumns()) changed();
    if (!catalog.hasColumns) await this.#finishDownload();
    await catalog.prepareDigest();
  }

  async #joinArriving(download: BackgroundDownload): Promise<void> {
    const { catalog, changed } = this.#context;
    if (await download.takeCards()) {
      await this.#writer.reload();
      changed();
    }
    if (catalog.joinColumns(await download.takeColumns())) changed();
  }

  async #stopDownload(): Promise<void> {
    await this.#download?.stop();
    this.#download = undefined;
  }

  /** Waits for the blocks in flight. */
  async #finishDownload(): Promise<void> {
    while (this.#download) {
      const download = this.#download;
      this.#download = undefined;
      try {
        await this.#joinArriving(download);
        await download.finish();
      } catch (error) {
        const isGone = error instanceof ApiError && error.code === 'not-found';
        if (!isGone || this.#hasAdopted) throw error;
        // The server stores the blocks of its newest snapshots only, and this device's snapshot is older.
        await this.#adopt();
      }
    }
  }
}
