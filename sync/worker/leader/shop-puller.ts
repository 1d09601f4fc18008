import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import { pullCatalog } from '../../catalog/pull/pull-catalog.ts';
import { PULL_LIMITS } from '../../catalog/pull/pull-context.ts';
import type { PullContext } from '../../catalog/pull/pull-context.ts';
import type { ShopFeeds } from '../../catalog/pull/shop-feeds.ts';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';
import { SupersededError } from '../../catalog/store/catalog-store.ts';
import { MemoryCatalogStore } from '../../catalog/store/memory-catalog-store.ts';
import { POKE_JITTER_MS } from '../../tabs/retry-scheduler.ts';
import type { RetryScheduler } from '../../tabs/retry-scheduler.ts';
import type { FirstScreenCache } from '../../first-screens/first-screen-cache.ts';
import type { TabContext } from '../tab-context.ts';
import type { CatalogStore, ShopRecord } from '../../catalog/store/catalog-store.ts';

/** What a leader shares with the rest of its tab's engine. */
export interface LeaderContext extends TabContext, Pick<PullContext, 'client' | 'prefetch' | 'whenIdle'> {
  readonly firstScreens: FirstScreenCache;
}

/** What exists only while the tab leads. */
interface Lead {
  readonly schedule: Pick<RetryScheduler<ShopKey>, 'poke' | 'shouldYield'>;
  readonly feeds: ShopFeeds;
  /** Other tabs do not see this tab's rows: every shop lives in its memory. */
  readonly isAlone: boolean;
}

/** Pulls one shop for the leader: reports progress, frees space on a full device, and notifies about changes. */
export class ShopPuller {
  readonly #context: LeaderContext;
  /** Shops whose details do not fit on the device and come from the network. */
  readonly #withoutDetails = new Set<ShopKey>();
  /** Shops of which something is not stored, as the device is full. */
  readonly #notStored = new Set<ShopKey>();
  /** Shops whose index matches the store. For other shops, a previous leader may have stored changes that their index lacks. */
  readonly #current = new Map<ShopKey, ShopCatalog>();
  /** Shops that do not fit on the device; each promise ends when the shop has moved into this tab's memory. */
  readonly #moves = new Map<ShopKey, Promise<void>>();
  #memory = new MemoryCatalogStore();
  #lead: Lead | undefined;

  constructor(context: LeaderContext) {
    this.#context = context;
  }

  /** Begins a lead: knows no shop as current, because another tab may have led meanwhile. */
  startLeading(lead: Lead): void {
    this.#current.clear();
    this.#lead = lead;
  }

  /** Ends a lead. Shops in this tab's memory use the device's store again, to which the next leader writes. */
  stopLeading(): void {
    this.#lead = undefined;
    for (const catalog of this.#current.values()) catalog.moveTo(undefined);
    this.#moves.clear();
    this.#memory = new MemoryCatalogStore();
  }

  /** The catalogue of a shop; undefined until this leader begins to pull it. */
  findPulled(shop: ShopKey): ShopCatalog | undefined {
    return this.#current.get(shop);
  }

  /** An opened shop gets another chance to store its details, unless it is not on the device at all. */
  allowDetails(shop: ShopKey): void {
    if (!this.#moves.has(shop)) this.#withoutDetails.delete(shop);
  }

  /** Whether descriptions are downloaded ahead, by the visitor's choice and the present network. */
  get #mayFetchDetails(): boolean {
    const { tabState, environment } = this.#context;
    if (tabState.detailChoice === 'wifi') return !environment.isMobileData?.();
    return tabState.detailChoice === 'always';
  }

  /** Pulls a shop. @throws as `pullCatalog` */
  async pull(shop: ShopKey, signal: AbortSignal): Promise<void> {
    const { environment, client, prefetch, whenIdle, catalogs, board, tabState, firstScreens } = this.#context;
    const { now, pullLimits: limits = PULL_LIMITS } = environment;
    const lead = this.#lead;
    if (!lead) throw new SupersededError();
    const catalog = await catalogs.get(shop);
    if (lead.isAlone) await this.#moveToMemory(catalog);
    if (!this.#current.has(shop) && (await catalogs.catchUp(shop))) this.#notifyChanged(shop);
    const isFirst = !this.#current.has(shop);
    this.#current.set(shop, catalog);
    board.update(shop, { isPulling: true });
    try {
      await pullCatalog({
        catalog,
        limits,
        now,
        signal,
        client,
        ...(prefetch && { prefetch }),
        feeds: lead.feeds,
        changed: () => this.#showChange(catalog),
        downloading: (receivedBytes, totalBytes) =>
          board.update(shop, { receivedBytes, totalBytes, ...(!catalog.record && { catalogue: 'loading' }) }),
        storageFull: () => this.#noteFull(shop),
        opened: () => tabState.categoryOf(shop),
        whenIdle,
        keepsDetails: () => this.#mayFetchDetails && !this.#withoutDetails.has(shop),
        shouldYield: () => this.#lead?.schedule.shouldYield(shop) ?? false,
        freeSpace: (kind) => this.#freeSpace(catalog, kind),
        keepInMemory: () => {
          this.#noteFull(shop);
          return this.#moveToMemory(catalog);
        },
      });
      // The previous leader may have stopped after a change, before it renewed the first screens.
      if (isFirst) firstScreens.renewLater(shop);
      await catalogs.showState(catalog);
      board.update(shop, { problem: null, lastPulledAtMs: now() });
      const lacksDetails = this.#mayFetchDetails && !board.get(shop).hasDetails && !this.#withoutDetails.has(shop);
      if (lacksDetails) this.#lead?.schedule.poke(shop, POKE_JITTER_MS);
      this.#updateFullState(shop);
    } finally {
      board.update(shop, { isPulling: false, receivedBytes: 0, totalBytes: 0 });
    }
  }

  /** Rows of a shop have changed in this tab and on the device. */
  #showChange(catalog: ShopCatalog): void {
    const { board, firstScreens } = this.#context;
    board.update(catalog.shop, { catalogue: catalog.state });
    this.#notifyChanged(catalog.shop);
    firstScreens.renewLater(catalog.shop);
  }

  /** Tells the page and other tabs that rows of a shop changed. */
  #notifyChanged(shop: ShopKey): void {
    this.#context.environment.channel.send({ type: 'changed', shop });
    this.#context.showChanged(shop);
  }

  /** Something of a shop is not stored: its details are not downloaded ahead any more. */
  #noteFull(shop: ShopKey): void {
    this.#withoutDetails.add(shop);
    this.#notStored.add(shop);
    this.#context.board.updateAll({ storage: 'full' });
  }

  /** Keeps a shop in this tab's memory until the tab no longer leads. */
  #moveToMemory(catalog: ShopCatalog): Promise<void> {
    const known = this.#moves.get(catalog.shop);
    if (known) return known;
    const memory = this.#memory;
    const move = async (): Promise<void> => {
      const store = await catalog.store();
      if (store.kind === 'memory') return;
      // What cannot be read is fetched again.
      await memory.copyFrom(store, catalog.shop).catch(() => undefined);
      // An abandoned pull may end after the lead.
      if (!this.#lead || memory !== this.#memory) throw new SupersededError();
      catalog.moveTo(memory);
    };
    const moved = move();
    this.#moves.set(catalog.shop, moved);
    moved.catch(() => this.#moves.delete(catalog.shop));
    return moved;
  }

  /** Clears the full state of a device once everything of every shop is stored. */
  #updateFullState(shop: ShopKey): void {
    const { board } = this.#context;
    const { storage, hasDetails, isKept } = board.get(shop);
    if (storage !== 'full') return;
    if ((hasDetails || !this.#mayFetchDetails) && isKept) this.#notStored.delete(shop);
    else this.#notStored.add(shop);
    if (this.#withoutDetails.size === 0 && this.#notStored.size === 0) board.updateAll({ storage: 'device' });
  }

  /**
   * Evicts what a shopper misses least: images and first screens, then details; the shop's own details only to make room for cards and their
   * columns. Returns false if nothing is left. Only the shop on the screen may evict: two shops that evict each other's details would never settle.
   */
  async #freeSpace(catalog: ShopCatalog, kind: BlockKind): Promise<boolean> {
    const { board, tabState, environment } = this.#context;
    const { shop } = catalog;
    board.updateAll({ storage: 'full' });
    if (shop !== tabState.onScreen) {
      this.#notStored.add(shop);
      if (kind === 'details') this.#withoutDetails.add(shop);
      return false;
    }
    if (await environment.dropCaches()) return true;
    const store = await catalog.store();
    const evicted = await evictDetails(store, shop, kind === 'cards' || kind === 'column');
    if (evicted) this.#withoutDetails.add(evicted);
    return evicted !== undefined;
  }
}

/** Drops the details of another shop, or else those of the shop itself. Returns that shop; undefined if none has details. */
async function evictDetails(store: CatalogStore, shop: ShopKey, mayTakeOwn: boolean): Promise<ShopKey | undefined> {
  const isOwn = (record: ShopRecord): number => Number(record.shop === shop);
  const records = (await store.listShops()).filter((record) => mayTakeOwn || !isOwn(record));
  for (const { shop: candidate, manifest } of records.toSorted((a, b) => isOwn(a) - isOwn(b))) {
    const stored = await store.listBlocks(candidate);
    const details = manifest.blocks.filter((block) => block.kind === 'details' && stored.has(block.hash));
    if (details.length === 0) continue;
    // No tab holds details in memory.
    await store.write({ shop: candidate, base: 'any', dropBlocks: details.map(({ hash }) => hash) });
    return candidate;
  }
  return undefined;
}
