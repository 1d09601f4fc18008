import type { ProductReader } from '../catalog/products/product-reader.ts';
import type { FirstScreenCache } from './first-screen-cache.ts';
import { lazyModule } from './lazy-module.ts';
import type { LeaderSync, LeaderSyncContext } from './leader-sync.ts';

/** The first page from the device comes before the work of a leader, which waits no longer than this for it. */
const LEAD_AFTER_MS = 500;
/** Pause before code for leading is loaded again after a failure. */
const LOAD_AGAIN_MS = 2_000;

/** What the chunk of background work contains, wired for one tab. */
export interface Background {
  readonly leaderSync: LeaderSync;
  readonly firstScreenCache: FirstScreenCache;
  readonly Reader: typeof ProductReader;
}

/** The code that the first page from the device does without: loaded after that page, or with its first use. */
export class BackgroundAccess {
  readonly #context: Omit<LeaderSyncContext, 'firstScreens'>;
  readonly #background = lazyModule(() => this.#load());
  #leaderSync: LeaderSync | undefined;
  #isClosed = false;
  #leadTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: Omit<LeaderSyncContext, 'firstScreens'>) {
    this.#context = context;
    this.#leadTimer = setTimeout(() => void this.runForLeader(), LEAD_AFTER_MS);
  }

  /** The tab's part in the election; undefined until it takes part. */
  get leaderSync(): LeaderSync | undefined {
    return this.#leaderSync;
  }

  get(): Promise<Background> {
    return this.#background.get();
  }

  /** Starts the election, once: as soon as a shop has been read from the device, or after a while. */
  async runForLeader(): Promise<void> {
    if (this.#leadTimer === undefined) return;
    clearTimeout(this.#leadTimer);
    this.#leadTimer = undefined;
    const { server, board } = this.#context;
    // A leader needs this code as well: both chunks load side by side. A failure is reported to the next caller that needs it.
    server.module().catch(() => undefined);
    try {
      const { leaderSync } = await this.#background.get();
      if (this.#isClosed) return;
      this.#leaderSync = leaderSync;
      await leaderSync.runForLeader();
    } catch (error) {
      // A failed load is a TypeError: the network's fault, not the storage's.
      board.updateAll({ problem: error instanceof TypeError ? 'unreachable' : 'device-error' });
      if (!this.#isClosed) this.#leadTimer = setTimeout(() => void this.runForLeader(), LOAD_AGAIN_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#leadTimer);
    this.#leaderSync?.close();
    this.#background.started?.then(
      ({ firstScreenCache }) => firstScreenCache.close(),
      () => undefined,
    );
  }

  async #load(): Promise<Background> {
    const { dependencies, catalogs, board } = this.#context;
    const { FirstScreenCache: Cache, LeaderSync: Leader, ProductReader: Reader } = await dependencies.loadBackground();
    const firstScreenCache = new Cache({
      store: dependencies.firstScreens,
      getCatalog: (shop) => catalogs.get(shop),
      mayKeep: () => board.get('default').storage !== 'full',
    });
    const leaderSync = new Leader({ ...this.#context, firstScreens: firstScreenCache });
    return { leaderSync, firstScreenCache, Reader };
  }
}
