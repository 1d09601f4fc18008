import type { StoreReaders } from '../catalog/products/store-readers.ts';
import type { FirstScreenCache } from '../first-screens/first-screen-cache.ts';
import { lazyModule } from './lazy-module.ts';
import type { LeaderSync, LeaderSyncContext } from './leader/leader-sync.ts';

/** The first page from the device comes before the election, but delays it no longer than this. */
const LEAD_AFTER_MS = 500;
/** Pause before a failed load of the leader's code is retried. */
const LOAD_AGAIN_MS = 2_000;

/** The contents of the background chunk, wired for one tab. */
export interface Background {
  readonly leaderSync: LeaderSync;
  readonly firstScreenCache: FirstScreenCache;
  readonly readers: StoreReaders;
}

/** Code that the first page from the device does not need: loaded after that page, or on first use. */
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

  /** This tab's part in the election; undefined until it takes part. */
  get leaderSync(): LeaderSync | undefined {
    return this.#leaderSync;
  }

  get(): Promise<Background> {
    return this.#background.get();
  }

  /** Takes part in the election, once: as soon as a shop has been read from the device, or after a delay. */
  async runForLeader(): Promise<void> {
    if (this.#leadTimer === undefined) return;
    clearTimeout(this.#leadTimer);
    this.#leadTimer = undefined;
    const { server, board } = this.#context;
    // A leader needs this code as well: both chunks load in parallel. A failure is reported to the next caller that needs it.
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
    const { FirstScreenCache: Cache, LeaderSync: Leader, StoreReaders: Readers } = await dependencies.loadBackground();
    const firstScreenCache = new Cache({
      store: dependencies.firstScreens,
      getCatalog: (shop) => catalogs.get(shop),
      mayKeep: () => board.get('default').storage !== 'full',
    });
    const leaderSync = new Leader({ ...this.#context, firstScreens: firstScreenCache });
    return { leaderSync, firstScreenCache, readers: new Readers(() => catalogs.store()) };
  }
}
