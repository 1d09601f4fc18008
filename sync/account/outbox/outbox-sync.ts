import { Dexie } from 'dexie';
import type { ObservabilitySet } from 'dexie';
import type { UserStore } from '../store/user-store.ts';
import { isWithin } from '../../database/stored-time.ts';
import type { Clocks } from '../../server/clocks.ts';
import { toSyncProblem, needsSignIn } from '../../server/failed-call.ts';
import { RetryScheduler } from '../../tabs/retry-scheduler.ts';
import type { AccountExchange } from '../exchange.ts';
import type { UploadRun } from './photo-uploads.ts';

/** An operation pending for this long restarts the sync, whatever has stopped it … */
const OVERDUE_MS = 60_000;
/** … which is checked at this interval. */
const WATCH_MS = 30_000;

export interface OutboxSyncOptions extends Clocks {
  readonly store: UserStore;
  readonly exchange: AccountExchange;
  /** Uploads photos of held messages; missing for a visitor. */
  readonly uploadPhotos?: (run: UploadRun) => Promise<void>;
  /** Runs before the rest of every exchange. */
  readonly first?: () => Promise<void>;
  /** Operations are sent after a random part of this time; those that are added meanwhile are sent with them. */
  readonly gatherMs: number;
  readonly isVisible: () => boolean;
}

/** Short, because an exchange is one short call. */
const MAX_SILENCE_AFTER_CONNECT_MS = 5_000;

/** Syncs one outbox and its owner's rows with the server while this tab leads: decides when, and records the outcome. */
export class OutboxSync {
  readonly #options: OutboxSyncOptions;
  readonly #schedule: RetryScheduler<'outbox'>;
  /** Photos are uploaded beside the exchange: on a slow connection they take minutes. */
  readonly #photos: RetryScheduler<'photos'> | undefined;
  readonly #newOperations: ReturnType<typeof watchOperations>;
  readonly #watch: ReturnType<typeof setInterval>;
  #newest = 0;
  #laterTimer: ReturnType<typeof setTimeout> | undefined;
  #needsSignIn = false;
  #isClosed = false;

  constructor(options: OutboxSyncOptions) {
    this.#options = options;
    const { store, now: _, monotonicNow, uploadPhotos, ...rest } = options;
    const onFailure = (_key: unknown, error: unknown): void => void this.#noteFailure(error).catch(() => undefined);
    this.#schedule = new RetryScheduler<'outbox'>({
      ...rest,
      now: monotonicNow,
      pull: (_key, signal, noteProgress) => this.#exchange(signal, noteProgress),
      onFailure,
      maxSilenceAfterConnectMs: MAX_SILENCE_AFTER_CONNECT_MS,
    });
    const onReleased = (): void => this.poke();
    this.#photos =
      uploadPhotos &&
      new RetryScheduler<'photos'>({
        ...rest,
        now: monotonicNow,
        pull: (_key, signal, noteProgress) => uploadPhotos({ signal, noteProgress, onReleased }),
        onFailure,
      });
    this.#newOperations = watchOperations(
      () => store.name,
      () => void this.#sendNew(),
      monotonicNow,
    );
    void this.#sendNew();
    this.#watch = setInterval(() => void this.#checkOverdue().catch(() => undefined), WATCH_MS);
  }

  /** Exchanges now, as when the network is back, the page becomes visible or a user signs in. */
  wake(): void {
    this.#needsSignIn = false;
    this.#schedule.wake();
    this.#photos?.wake();
  }

  /** Pulls what may have been missed while no socket was open. */
  wakeAfterConnect(): void {
    this.#schedule.wakeAfterConnect();
    this.#photos?.wakeAfterConnect();
  }

  poke(): void {
    this.#schedule.poke('outbox', 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#newOperations.stop();
    this.#schedule.stop();
    this.#photos?.stop();
    clearInterval(this.#watch);
    clearTimeout(this.#laterTimer);
  }

  /** Sends operations that are newer than the newest one known. If the storage fails this time, the timer retries. */
  async #sendNew(): Promise<void> {
    const { store, gatherMs } = this.#options;
    const newest = await store.newestOperation().catch(() => 0);
    if (this.#isClosed) return;
    this.#schedule.add('outbox', 0);
    this.#photos?.add('photos', 0);
    if (newest > this.#newest && !this.#needsSignIn) {
      this.#schedule.poke('outbox', gatherMs);
      this.#photos?.poke('photos', 0);
    }
    this.#newest = Math.max(newest, this.#newest);
  }

  async #exchange(signal: AbortSignal, noteProgress: () => void): Promise<void> {
    const { exchange, first, monotonicNow } = this.#options;
    await first?.();
    await exchange.run(signal, noteProgress, () => this.#newOperations.untilQuiet());
    this.#needsSignIn = false;
    // The server may now know a chat that was new before, and accept its photos.
    this.#photos?.poke('photos', 0);
    clearTimeout(this.#laterTimer);
    const { nextTryMs } = exchange;
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
    if (oldest && !this.#needsSignIn && !isWithin(oldest.createdAtMs, OVERDUE_MS, now())) this.poke();
  }
}

/** A burst of writes ends with a pause of this length, one frame. Sending within a burst would slow its writes, and happen repeatedly. */
const QUIET_MS = 16;
/** A burst that does not end is reported after this time. */
const LONGEST_BURST_MS = 500;

/**
 * Calls back after a burst of changes of the operations of a database, by any tab or worker. Reads nothing meanwhile: a read between two
 * writes would delay the second. `now`: monotonic time in ms.
 */
export function watchOperations(findDatabase: () => string | undefined, onChange: () => void, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let burstStartMs: number | undefined;
  let changedAtMs = Number.NEGATIVE_INFINITY;
  const report = (): void => {
    burstStartMs = undefined;
    onChange();
  };
  const note = (parts: ObservabilitySet): void => {
    const name = findDatabase();
    if (name === undefined || !changesOperations(parts, name)) return;
    const nowMs = now();
    changedAtMs = nowMs;
    burstStartMs ??= nowMs;
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(QUIET_MS, burstStartMs + LONGEST_BURST_MS - nowMs)));
  };
  Dexie.on.storagemutated.subscribe(note);
  return {
    /** Waits until no write has come for `QUIET_MS`, and for `LONGEST_BURST_MS` at most. */
    async untilQuiet(): Promise<void> {
      const endMs = now() + LONGEST_BURST_MS;
      do await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      while (now() - changedAtMs < QUIET_MS && now() < endMs);
    },
    stop(): void {
      Dexie.on.storagemutated.unsubscribe(note);
      clearTimeout(timer);
    },
  };
}

/** Names of changed parts are `idb://<database>/<table>/<index>`; `all` stands for every part. */
const changesOperations = (parts: ObservabilitySet, database: string): boolean =>
  'all' in parts || Object.keys(parts).some((part) => part.startsWith(`idb://${database}/operations/`));
