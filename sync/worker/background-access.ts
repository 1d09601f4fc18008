import type { Background } from './background.ts';
import { lazyModule } from './lazy-module.ts';
import type { LazyModule } from './lazy-module.ts';
import type { LeaderSync } from './leader/leader-sync.ts';
import type { ServerCalls } from './server-calls.ts';
import type { TabContext } from './tab-context.ts';

/** The first page from the device comes before the election, but delays it no longer than this. */
const LEAD_AFTER_MS = 500;
/** Pause before a failed load of the leader's code is retried. */
const LOAD_AGAIN_MS = 2_000;

/** A tab's calls to the server and its background part, whose code is loaded after the first page from the device, or on first use. */
export class BackgroundAccess {
  readonly #calls: LazyModule<ServerCalls>;
  readonly #background: LazyModule<Background>;
  readonly #tab: TabContext;
  #leaderSync: LeaderSync | undefined;
  #isClosed = false;
  #leadTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param follow see `createBackground` */
  constructor(tab: TabContext, follow: () => void) {
    this.#tab = tab;
    const { environment, catalogs } = tab;
    this.#calls = lazyModule(async () => (await environment.loadServerCalls()).createServerCalls(environment));
    this.#background = lazyModule(async () => {
      // Leader and queries need the store as well: its code is loaded in parallel. If that fails, the next caller that needs it loads it again.
      catalogs.store().catch(() => undefined);
      const [{ createBackground }, calls] = await Promise.all([environment.loadBackground(), this.#calls.get()]);
      return createBackground(tab, calls, follow);
    });
    this.#leadTimer = setTimeout(() => void this.runForLeader(), LEAD_AFTER_MS);
  }

  /** This tab's part in the election; undefined until it takes part. */
  get leaderSync(): LeaderSync | undefined {
    return this.#leaderSync;
  }

  calls(): Promise<ServerCalls> {
    return this.#calls.get();
  }

  get(): Promise<Background> {
    return this.#background.get();
  }

  /** Takes part in the election, once: as soon as a shop has been read from the device, or after a delay. */
  async runForLeader(): Promise<void> {
    if (this.#leadTimer === undefined) return;
    clearTimeout(this.#leadTimer);
    this.#leadTimer = undefined;
    try {
      const { leaderSync } = await this.#background.get();
      if (this.#isClosed) return;
      this.#leaderSync = leaderSync;
      await leaderSync.runForLeader();
    } catch (error) {
      // A failed load is a TypeError: the network's fault, not the storage's.
      this.#tab.board.updateAll({ problem: error instanceof TypeError ? 'unreachable' : 'device-error' });
      if (!this.#isClosed) this.#leadTimer = setTimeout(() => void this.runForLeader(), LOAD_AGAIN_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#leadTimer);
    this.#leaderSync?.close();
    this.#background.started?.then(
      ({ firstScreens }) => firstScreens.close(),
      () => undefined,
    );
  }
}
