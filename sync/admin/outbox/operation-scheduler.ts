import { UNDO_MS } from '#contract/limits.ts';
import { retryDelayMs } from '../../server/backoff.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import { OperationGoneError } from '../store/operations-table.ts';

/** How many operations are sent in parallel: a long upload delays no price change, and the server decodes few images at a time. */
const MAX_PARALLEL_OPERATIONS = 3;
/** Interval of checks for pending operations, in case a notification was missed. */
const WATCH_MS = 30_000;

export interface OperationSchedulerOptions {
  /** All operations, oldest first. */
  readonly list: () => Promise<readonly OperationRecord[]>;
  /** Sends an operation and records the decision. Rejects if there was no decision: the operation is retried later. */
  readonly send: (record: OperationRecord, signal: AbortSignal) => Promise<void>;
  /** Whether anything may be sent at all. */
  readonly isReady: () => boolean;
  readonly onFailure: (error: unknown) => void;
  /** Monotonic time in ms. */
  readonly now: () => number;
  /** Time of the device's clock in ms, as in `createdAtMs` of operations. */
  readonly wallNow: () => number;
  readonly random: () => number;
}

/** Sends pending operations: in order within a key, keys in parallel, failed ones again after a delay. */
export class OperationScheduler {
  readonly #options: OperationSchedulerOptions;
  readonly #stopped = new AbortController();
  readonly #running = new Set<string>();
  readonly #backoffs = new Map<string, { readonly failures: number; readonly untilMs: number }>();
  #poked = Promise.withResolvers<void>();

  constructor(options: OperationSchedulerOptions) {
    this.#options = options;
    void this.#run();
  }

  /** Called when new operations may be pending. */
  poke(): void {
    this.#poked.resolve();
  }

  /** Retries failed operations now, as when the network is back, an administrator logs in or the page becomes visible. */
  wake(): void {
    this.#backoffs.clear();
    this.poke();
  }

  stop(): void {
    this.#stopped.abort();
    this.poke();
  }

  async #run(): Promise<void> {
    const { isReady, list, onFailure } = this.#options;
    while (!this.#stopped.signal.aborted) {
      this.#poked = Promise.withResolvers();
      const operations = isReady() ? await list().catch(onFailure) : undefined;
      const timer = setTimeout(this.#poked.resolve, this.#sendReady(operations ?? []));
      await this.#poked.promise;
      clearTimeout(timer);
    }
  }

  /** Sends the first operation of each key that may be sent. Returns the ms to wait until others may be sent. */
  #sendReady(operations: readonly OperationRecord[]): number {
    const { now, wallNow } = this.#options;
    const nowMs = now();
    const keys = Map.groupBy(operations, ({ key }) => key);
    for (const key of this.#backoffs.keys()) if (!keys.has(key)) this.#backoffs.delete(key);
    let waitMs = WATCH_MS;
    for (const [key, [first, ...behind]] of keys) {
      if (first?.state !== 'waiting' || this.#running.has(key) || this.#stopped.signal.aborted) continue;
      // A later operation on the same product or order must not wait for the time to undo this one.
      const undoMs = behind.length === 0 ? undoLeftMs(first, wallNow()) : 0;
      const leftMs = Math.max(undoMs, (this.#backoffs.get(key)?.untilMs ?? 0) - nowMs);
      if (leftMs > 0) waitMs = Math.min(waitMs, leftMs);
      else if (this.#running.size < MAX_PARALLEL_OPERATIONS) void this.#send(key, first);
    }
    // Timers drop fractions of a ms: one that fires too early would check again and again.
    return Math.ceil(waitMs);
  }

  async #send(key: string, record: OperationRecord): Promise<void> {
    const { send, onFailure, now, random } = this.#options;
    this.#running.add(key);
    try {
      await send(record, this.#stopped.signal);
      this.#backoffs.delete(key);
    } catch (error) {
      // Another tab, or a person, has dealt with a missing operation.
      if (!(error instanceof OperationGoneError)) {
        const failures = (this.#backoffs.get(key)?.failures ?? 0) + 1;
        this.#backoffs.set(key, { failures, untilMs: now() + retryDelayMs(error, failures, random) });
        if (!this.#stopped.signal.aborted) onFailure(error);
      }
    } finally {
      this.#running.delete(key);
      this.poke();
    }
  }
}

/** For how long an operation can still be taken back, in ms. 0 if its time is in the future: the clock was set back since. */
function undoLeftMs({ operation, createdAtMs }: OperationRecord, nowMs: number): number {
  const isUndoable = 'isUndoable' in operation && operation.isUndoable === true;
  const ageMs = nowMs - createdAtMs;
  return isUndoable && ageMs >= 0 ? Math.max(0, UNDO_MS - ageMs) : 0;
}
