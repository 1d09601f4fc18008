import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { ChangesPage, Manifest } from '#contract/http/catalog.ts';
import { encodeClaim } from '#contract/http/shop-claim.ts';
import { isWithin } from '../../database/stored-time.ts';
import { findBlock, listColumns, listUrlOf, NO_VIEWS, StaleRecordError } from '../store/catalog-store.ts';
import type { CatalogChange, ShopRecord } from '../store/catalog-store.ts';
import { matchesHash, writeWithSpace } from './download-blocks.ts';
import { claimPosition, readServerState, positionOf } from './feed-position.ts';
import type { FetchedSnapshot } from './fetch-snapshot.ts';
import type { PullContext } from './pull-context.ts';
import { readChanges, viewsAfter } from './read-changes.ts';

/** Interval at which pulls without changes are recorded. */
const IDLE_SAVE_MS = 60_000;

/** How a snapshot replaces what the device has. */
export interface AdoptOptions {
  /** The stored record before the snapshot was fetched. */
  readonly base: ShopRecord | undefined;
  /** Whether `base` is at least as new: its position, rows beyond the snapshot and view counts stay. Otherwise all are the snapshot's. */
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

  /** Applies a page of changes after the cursor of `record`. Returns whether it has news. */
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
    // What is not stored is sent again with every pull.
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
    await this.#write({ base, next, dropRowsUpTo: droppedUpTo, views });
    const store = await catalog.store();
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
    const { catalog } = this.#context;
    const store = await catalog.store();
    const damaged: string[] = [];
    for (const { hash } of listBlocks(this.#record.manifest)) {
      const bytes = await findBlock(store, catalog.shop, hash);
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

  /** Performs a write that replaces what tabs hold. */
  async #replace(change: Pick<CatalogChange, 'dropBlocks'>): Promise<void> {
    const base = this.#record;
    const next = { ...base, generation: this.#generationAfter(base) };
    await this.#write({ ...change, base, next });
    this.#context.catalog.record = next;
  }

  async #write(change: Omit<CatalogChange, 'shop'>): Promise<void> {
    await writeWithSpace(change, this.#context, 'cards');
    // An abandoned pull may end after its successor: memory is the successor's.
    this.#context.signal.throwIfAborted();
  }
}

/** The newest `updated_at`: times in the form of products order as texts. */
const newest = (rows: readonly { readonly updated_at?: string | undefined }[]): string | undefined =>
  rows.reduce<string | undefined>(
    (found, { updated_at: at }) => (at !== undefined && at > (found ?? '') ? at : found),
    undefined,
  );
