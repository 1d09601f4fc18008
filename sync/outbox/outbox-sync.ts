import { liveQuery } from 'dexie';
import type { Subscription } from 'dexie';
import type { UserStore } from '../account/user-store.ts';
import { toSyncProblem } from '../server/sync-problem.ts';
import { RetryScheduler } from '../tabs/retry-scheduler.ts';
import type { OutboxFlusher } from './flush-outbox.ts';
import type { PhotoUploads } from './photo-uploads.ts';
import { needsSignIn } from './retry-policy.ts';

/** An operation that has waited for this long restarts the work, whatever stopped it … */
const OVERDUE_MS = 60_000;
/** … which is looked for this often. */
const WATCH_MS = 30_000;

export interface OutboxSyncOptions {
  readonly store: UserStore;
  readonly drain: OutboxFlusher;
  /** Uploads what messages are held for; missing where nobody writes any. `onReleased`: they may be sent. */
  readonly createUploads?: (onReleased: () => void) => PhotoUploads;
  /** What goes before everything else of an exchange. */
  readonly first?: () => Promise<void>;
  /** Operations that come within this time go together. */
  readonly gatherMs: number;
  readonly isVisible: () => boolean;
  readonly now: () => number;
  readonly monotonicNow: () => number;
  readonly random: () => number;
}

/** Keeps one outbox, and the rows of its owner, level with the server for as long as this tab leads: decides when, and notes how it went. */
export class OutboxSync {
  readonly #options: OutboxSyncOptions;
  readonly #schedule: RetryScheduler<'outbox'>;
  /** Photos go beside the exchange: on a slow line they take minutes. */
  readonly #photos: RetryScheduler<'photos'> | undefined;
  readonly #newOperations: Subscription;
  readonly #watch: ReturnType<typeof setInterval>;
  #newest = 0;
  #laterTimer: ReturnType<typeof setTimeout> | undefined;
  #needsSignIn = false;

  constructor(options: OutboxSyncOptions) {
    this.#options = options;
    const { store, now: _, monotonicNow, createUploads, ...rest } = options;
    const onFailure = (_key: unknown, error: unknown): void => void this.#noteFailure(error).catch(() => undefined);
    this.#schedule = new RetryScheduler<'outbox'>({
      ...rest,
      now: monotonicNow,
      pull: (_key, signal, noteProgress) => this.#exchange(signal, noteProgress),
      onFailure,
    });
    const uploads = createUploads?.(() => this.#schedule.poke('outbox', 0));
    this.#photos =
      uploads &&
      new RetryScheduler<'photos'>({
        ...rest,
        now: monotonicNow,
        pull: (_key, signal, noteProgress) => uploads.run(signal, noteProgress),
        onFailure,
      });
    const start = (): void => {
      this.#schedule.add('outbox', 0);
      this.#photos?.add('photos', 0);
    };
    this.#newOperations = liveQuery(() => store.newestOperation()).subscribe({
      next: (newest) => {
        start();
        if (newest > this.#newest && !this.#needsSignIn) {
          this.#schedule.poke('outbox', options.gatherMs);
          this.#photos?.poke('photos', 0);
        }
        this.#newest = Math.max(newest, this.#newest);
      },
      // The storage failed this time: the timer goes on asking it.
      error: start,
    });
    this.#watch = setInterval(() => void this.#checkOverdue().catch(() => undefined), WATCH_MS);
  }

  /** There is network again, somebody looks, or somebody signed in: exchanges now. */
  wake(): void {
    this.#needsSignIn = false;
    this.#schedule.wake();
    this.#photos?.wake();
  }

  /** Asks for what may have been missed while no socket was open. */
  wakeAfterConnect(): void {
    this.#schedule.wakeAfterConnect();
    this.#photos?.wakeAfterConnect();
  }

  /** Something changed on the server. */
  poke(): void {
    this.#schedule.poke('outbox', 0);
  }

  close(): void {
    this.#newOperations.unsubscribe();
    this.#schedule.stop();
    this.#photos?.stop();
    clearInterval(this.#watch);
    clearTimeout(this.#laterTimer);
  }

  async #exchange(signal: AbortSignal, noteProgress: () => void): Promise<void> {
    const { drain, first, monotonicNow } = this.#options;
    await first?.();
    await drain.run(signal, noteProgress);
    this.#needsSignIn = false;
    // The server may know a chat now that it did not know before, and take its photos.
    this.#photos?.poke('photos', 0);
    clearTimeout(this.#laterTimer);
    const { nextTryMs } = drain;
    if (nextTryMs !== undefined)
      this.#laterTimer = setTimeout(() => this.poke(), Math.max(0, nextTryMs - monotonicNow()));
  }

  async #noteFailure(error: unknown): Promise<void> {
    this.#needsSignIn = needsSignIn(error);
    await this.#options.store.noteState(
      this.#needsSignIn ? { needsSignIn: true, problem: null } : { problem: toSyncProblem(error) },
    );
  }

  async #checkOverdue(): Promise<void> {
    const { store, now } = this.#options;
    const [oldest] = await store.listWaiting();
    if (oldest && !this.#needsSignIn && now() - oldest.createdAtMs > OVERDUE_MS) this.poke();
  }
}
