import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore } from '../../catalog/store/catalog-store.ts';
import type { SharedNews } from '../../catalog/pull/shared-news.ts';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';
import type { EngineDependencies } from '../engine-dependencies.ts';
import type { FirstScreenCache } from '../../first-screens/first-screen-cache.ts';
import { freeSpace } from './free-space.ts';
import type { RetryScheduler } from '../../tabs/retry-scheduler.ts';
import type { ServerAccess } from '../server-access.ts';
import type { StatusBoard } from '../status-board.ts';
import type { TabCatalogs } from '../queries/tab-catalogs.ts';
import type { TabState } from '../../tabs/tab-state.ts';

/** Random delay after a poke, so that many devices do not pull at once. */
export const POKE_JITTER_MS = 200;

/** What leader and puller share with the rest of a tab's engine. */
export interface TabContext {
  readonly dependencies: EngineDependencies;
  readonly server: ServerAccess;
  readonly catalogs: TabCatalogs;
  readonly board: StatusBoard;
  readonly tabState: TabState;
  readonly firstScreens: FirstScreenCache;
  /** Notifies the page and the other tabs that rows of a shop changed. */
  readonly notifyChanged: (shop: ShopKey) => void;
  /** Reads what another leader has written: a tab that has just lost the lead has ignored its messages. */
  readonly follow: () => void;
}

/** Context and limits of one pull. */
export interface PullTask {
  readonly store: CatalogStore;
  readonly schedule: () => RetryScheduler<ShopKey> | undefined;
  /** News that came with another shop's pull. */
  readonly news?: SharedNews | undefined;
  readonly signal: AbortSignal;
  readonly noteProgress: () => void;
}

/** Pulls one shop for the leader: reports progress, frees space on a full device, and notifies about changes. */
export class ShopPuller {
  readonly #context: TabContext;
  /** Shops whose details do not fit on the device and come from the network. */
  readonly #withoutDetails = new Set<ShopKey>();
  /** Shops of which something is not stored, as the device is full. */
  readonly #notStored = new Set<ShopKey>();
  /** Shops whose index matches the store; a previous leader may have written more to the others. */
  readonly #current = new Map<ShopKey, ShopCatalog>();

  constructor(context: TabContext) {
    this.#context = context;
  }

  /** Another tab may have led meanwhile. */
  startLeading(): void {
    this.#current.clear();
  }

  /** The catalogue of a shop that this leader has pulled. */
  findPulled(shop: ShopKey): ShopCatalog | undefined {
    return this.#current.get(shop);
  }

  /** An opened shop gets another chance to store its details. */
  allowDetails(shop: ShopKey): void {
    this.#withoutDetails.delete(shop);
  }

  /** Whether descriptions are downloaded ahead, by the visitor's choice and the present network. */
  get #mayFetchDetails(): boolean {
    const { tabState, dependencies } = this.#context;
    if (tabState.detailChoice === 'wifi') return !dependencies.isMobileData?.();
    return tabState.detailChoice === 'always';
  }

  async pull(shop: ShopKey, { store, schedule, news, signal, noteProgress }: PullTask): Promise<void> {
    const { dependencies, server, catalogs, board, tabState, firstScreens, notifyChanged } = this.#context;
    const { now, pullLimits: limits } = dependencies;
    const catalog = await catalogs.get(shop);
    if (!this.#current.has(shop) && (await catalogs.catchUp(shop))) notifyChanged(shop);
    const isFirst = !this.#current.has(shop);
    this.#current.set(shop, catalog);
    board.update(shop, { isPulling: true });
    try {
      const link = await server.link();
      await link.pull({
        catalog,
        store,
        now,
        limits,
        news,
        signal,
        openedMainCategory: () => tabState.openedMainCategory.get(shop) ?? null,
        keepsDetails: () => this.#mayFetchDetails && !this.#withoutDetails.has(shop),
        shouldYield: () => schedule()?.shouldYield(shop) ?? false,
        freeSpace: (kind: BlockKind) => this.#freeSpace(store, shop, kind),
        progress: {
          changed: () => {
            noteProgress();
            board.update(shop, { catalogue: catalog.isComplete ? 'ready' : 'partial' });
            notifyChanged(shop);
            firstScreens.renewLater(shop);
          },
          downloading: (receivedBytes, totalBytes) => {
            noteProgress();
            board.update(shop, { receivedBytes, totalBytes, ...(!catalog.record && { catalogue: 'loading' }) });
          },
          storageFull: () => {
            this.#withoutDetails.add(shop);
            this.#notStored.add(shop);
            board.updateAll({ storage: 'full' });
          },
        },
      });
      // The previous leader may have stopped between a change and its renewal.
      if (isFirst) firstScreens.renewLater(shop);
      await catalogs.showState(catalog);
      board.update(shop, { problem: null, lastPulledAtMs: now() });
      const lacksDetails = this.#mayFetchDetails && !board.get(shop).hasDetails && !this.#withoutDetails.has(shop);
      if (lacksDetails && !catalog.isOnlyInMemory) schedule()?.poke(shop, POKE_JITTER_MS);
      this.#updateFullState(catalog);
    } finally {
      board.update(shop, { isPulling: false, receivedBytes: 0, totalBytes: 0 });
    }
  }

  /**
   * Clears the full state of a device once everything of every shop is stored; a tab that works from memory stores nothing until it is closed.
   */
  #updateFullState({ shop, isOnlyInMemory }: ShopCatalog): void {
    const { board, catalogs } = this.#context;
    const { storage, hasDetails } = board.get(shop);
    if (storage !== 'full') return;
    if ((hasDetails || !this.#mayFetchDetails) && !isOnlyInMemory) this.#notStored.delete(shop);
    else this.#notStored.add(shop);
    if (!catalogs.isAlone && this.#withoutDetails.size === 0 && this.#notStored.size === 0)
      board.updateAll({ storage: 'device' });
  }

  /** Only the shop on the screen may evict data of others: two shops that evict each other's would never settle. */
  async #freeSpace(store: CatalogStore, shop: ShopKey, kind: BlockKind): Promise<boolean> {
    const { board, tabState, dependencies } = this.#context;
    board.updateAll({ storage: 'full' });
    if (shop !== tabState.onScreen) {
      this.#notStored.add(shop);
      if (kind === 'details') this.#withoutDetails.add(shop);
      return false;
    }
    const dropCaches = async (): Promise<boolean> => {
      const dropped = await Promise.all([dependencies.dropImages(), dependencies.firstScreens.drop()]);
      return dropped.includes(true);
    };
    return freeSpace({ store, shop, kind, dropCaches, onEvict: (evicted) => this.#withoutDetails.add(evicted) });
  }
}
