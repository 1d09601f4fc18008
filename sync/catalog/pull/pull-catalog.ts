import { ForeignReplyError } from '#contract/http/codec.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import { getChanges, getManifest } from '#contract/http/catalog.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { ChangesPage } from '#contract/http/catalog.ts';
import { SNAPSHOT_FORMAT } from '#contract/blocks/snapshot-format.ts';
import { ApiError } from '#contract/http/errors.ts';
import { isWithin } from '../../database/stored-time.ts';
import { NewerServerError } from '../../server/newer-server-error.ts';
import { StaleRecordError } from '../store/catalog-store.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import { BackgroundDownload } from './background-download.ts';
import { describeDifference, isIntact } from './compare-digests.ts';
import { EarlyChanges } from './early-changes.ts';
import { positionOf } from './feed-position.ts';
import type { FeedPosition } from './feed-position.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { planBlocks } from './plan-blocks.ts';
import type { PullContext } from './pull-context.ts';
import type { OtherClaims } from './shared-news.ts';
import { ShopWriter } from './shop-writer.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** More changes of the epoch within one pull are a fault of the server, not news. */
const MAX_REFETCHES = 3;
/** Attempts of one pull on a record that changes under it. */
const MAX_ATTEMPTS = 3;

/**
 * Updates one shop from the server: a snapshot if there is none, changes by cursor, missing blocks, and a check of the digest. Each step is
 * stored at once, so that a killed pull resumes later. A pull whose record is not the stored one starts again from what is stored. One pull
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
      context.progress.changed();
    }
  }
}

/** One attempt of a pull. Its steps run one after the other; only details and missing blocks are fetched beside them. */
class CatalogPull {
  readonly #context: PullContext;
  readonly #writer: ShopWriter;
  #download: BackgroundDownload | undefined;
  #early: EarlyChanges | undefined;
  /** Settles once missing blocks are known, and on their way. */
  #lookedUp: Promise<void> | undefined;
  /** Blocks of a first snapshot that are fetched once it is shown: they would take its processor time and the database. */
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
      // Without a network for the changes the snapshot is what there is.
      this.#later = [];
      if (this.#context.catalog.isHeldBack) this.#show();
      await this.#lookedUp?.catch(() => undefined);
      await Promise.all([this.#download?.stop(), this.#early?.stop()]);
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
    // The digest compares memory: what the record names must be on the disk as well.
    if (this.#hasNews) await this.#fetchMissing();
    await this.#finishDownload();
  }

  get #record(): ShopRecord {
    return this.#context.catalog.record as ShopRecord;
  }

  /** Pulls all pages, through new snapshots if the server or the distance requires one. */
  async #pullChanges(): Promise<ChangesPage> {
    const { limits } = this.#context;
    let hasTriedSnapshot = false;
    for (let refetches = 0; ;) {
      const record = this.#record;
      const page = await this.#fetchChanges(record);
      await this.#lookedUp;
      const isRefetch = 'refetch' in page;
      // A cache in between may serve an older manifest: pages are then pulled instead.
      if (isRefetch || (!hasTriedSnapshot && page.snapshotSeq - record.cursor > limits.overlayRows)) {
        hasTriedSnapshot = true;
        if (isRefetch && ++refetches > MAX_REFETCHES)
          throw new ForeignReplyError('the server keeps asking for a new snapshot');
        await this.#adopt({ isOtherFeed: isRefetch });
        continue;
      }
      const isChanged = await this.#writer.applyPage(record, page);
      this.#hasNews ||= isChanged;
      if (this.#context.catalog.isHeldBack ? !page.more : isChanged) this.#show();
      if (!page.more) return page;
    }
  }

  /** Returns the changes after a record's cursor: those that have come already, or else the server's. */
  async #fetchChanges(record: ShopRecord): Promise<EndpointReply<typeof getChanges>> {
    const { news, signal } = this.#context;
    const early = await this.#early?.take(record);
    this.#early = undefined;
    return early ?? news?.takeChanges(record) ?? this.#fetchAfter(record, signal);
  }

  /** Fetches the changes after a position, and with them news of other shops. */
  async #fetchAfter(after: FeedPosition, signal: AbortSignal): Promise<EndpointReply<typeof getChanges>> {
    const { catalog, news } = this.#context;
    const others = (await news?.claim(catalog.shop, after.epoch)) ?? {};
    const page = await this.#callChanges(after, others, signal);
    signal.throwIfAborted();
    news?.keep(page.others);
    return page;
  }

  /** A cursor that the server cannot read is void, like one of another epoch; an older server cannot read what is said of other shops. */
  async #callChanges(
    after: FeedPosition,
    others: OtherClaims,
    signal: AbortSignal,
  ): Promise<EndpointReply<typeof getChanges>> {
    const { catalog, client } = this.#context;
    const { epoch, cursor, proof, viewsCursor, viewsProof } = after;
    const query = { epoch, since: cursor, proof, views: viewsCursor, viewsProof, ...others };
    try {
      return await client.call(getChanges, { params: { shop: catalog.shop }, query }, { signal });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'bad-cursor')) throw error;
      return Object.keys(others).length > 0 ? this.#callChanges(after, {}, signal) : { refetch: true, epoch };
    }
  }

  /** Repairs a shop: fetches damaged blocks again; if none is damaged, the snapshot, reusing the blocks that match. */
  async #repair(): Promise<void> {
    const { catalog, progress, limits } = this.#context;
    await this.#writer.dropDamagedBlocks();
    await this.#fetchMissing();
    await this.#finishDownload();
    // Memory may be what differs.
    await catalog.load();
    const page = await this.#pullChanges();
    await this.#joinColumns();
    if (!isIntact(catalog, page, limits)) {
      await this.#adopt({ isOtherFeed: true });
      const last = await this.#pullChanges();
      await this.#joinColumns();
      catalog.lastingDifference = describeDifference(catalog, last, limits);
    }
    progress.changed();
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

  /** Adopts the server's newest snapshot, then fetches its columns and details beside what follows. With `isOtherFeed`, rows known to the device are void. */
  async #adopt({ isOtherFeed = false } = {}): Promise<void> {
    const { catalog, client, early, news, signal, whenIdle } = this.#context;
    const isFirst = !catalog.record;
    const kept = isFirst ? news?.takeManifest(catalog.shop) : undefined;
    const begun = kept ?? (isFirst ? await early?.takeManifest() : undefined);
    signal.throwIfAborted();
    const manifest = begun ?? (await client.call(getManifest, { params: { shop: catalog.shop } }, { signal }));
    // Recognised before its blocks are fetched.
    if ((manifest.format ?? 1) > SNAPSHOT_FORMAT) throw new NewerServerError();
    const isSameFeed = !isOtherFeed && catalog.record?.epoch === manifest.epoch;
    // Served by a cache in between: rows between the two snapshots would be missing.
    if (isSameFeed && manifest.seq < this.#record.manifest.seq) return;
    await this.#stopDownload();
    await whenIdle();
    if (isFirst && !kept) this.#fetchEarly(positionOf(manifest));
    const base = catalog.record;
    const fetched = await fetchSnapshot(this.#context, manifest, base);
    // A first snapshot is shown with the changes since: the page may already show newer products, which the server rendered.
    catalog.isHeldBack ||= isFirst;
    const onStored = (record: ShopRecord): void => {
      if (catalog.isHeldBack) this.#later = fetched.later;
      else this.#startDownload(fetched.later, record);
    };
    await this.#writer.adopt(manifest, fetched, { base, isSameFeed, onStored });
    this.#hasAdopted = true;
    this.#hasNews = true;
    if (!catalog.isHeldBack) this.#show();
  }

  #fetchEarly(after: FeedPosition): void {
    const { signal } = this.#context;
    this.#early = new EarlyChanges(after, (stopped) => this.#fetchAfter(after, AbortSignal.any([signal, stopped])));
  }

  #show(): void {
    this.#context.catalog.isHeldBack = false;
    this.#context.progress.changed();
    const later = this.#later;
    this.#later = [];
    if (later.length > 0) this.#startDownload(later, this.#record);
  }

  /** Fetches blocks of the current snapshot that are not stored, beside what follows. */
  async #fetchMissing(): Promise<void> {
    const { catalog, openedMainCategory, keepsDetails } = this.#context;
    const { manifest } = this.#record;
    const stored = await (await catalog.store()).listBlocks(catalog.shop);
    const missing = planBlocks(manifest, stored, openedMainCategory());
    // Memory has them: where they do not fit, they are not fetched again and again.
    const needsColumns = !catalog.hasColumns || keepsDetails();
    this.#startDownload(needsColumns ? missing : missing.filter(({ kind }) => kind !== 'column'), this.#record);
  }

  /** Looks up what the device lacks while the server answers; changes are applied once that is known. */
  #lookUpMissing(): void {
    this.#lookedUp = this.#fetchMissing();
    // Until it is awaited a failure must not be an unhandled rejection.
    this.#lookedUp.catch(() => undefined);
  }

  #startDownload(missing: readonly NamedBlock[], base: ShopRecord): void {
    if (missing.length > 0) this.#download = new BackgroundDownload(missing, this.#context, base);
  }

  /** Joins links and placeholders to the cards once they are here, for the digest, which covers them. */
  async #joinColumns(): Promise<void> {
    const { catalog, progress } = this.#context;
    if (this.#download) await this.#joinArriving(this.#download);
    if (await catalog.readColumns()) progress.changed();
    if (!catalog.hasColumns) await this.#finishDownload();
    await catalog.prepareDigest();
  }

  async #joinArriving(download: BackgroundDownload): Promise<void> {
    const { catalog, progress } = this.#context;
    if (catalog.joinColumns(await download.takeColumns())) progress.changed();
  }

  async #stopDownload(): Promise<void> {
    await this.#download?.stop();
    this.#download = undefined;
  }

  /** Waits for the blocks in flight, and lets tabs read those that they hold in memory. */
  async #finishDownload(): Promise<void> {
    while (this.#download) {
      const download = this.#download;
      this.#download = undefined;
      try {
        await this.#joinArriving(download);
        if (!(await download.finish())) continue;
        await this.#writer.renew();
        this.#context.progress.changed();
      } catch (error) {
        const isGone = error instanceof ApiError && error.code === 'not-found';
        if (!isGone || this.#hasAdopted) throw error;
        // The server stores the blocks of its newest snapshots only: this device's is older.
        await this.#adopt();
      }
    }
  }
}
