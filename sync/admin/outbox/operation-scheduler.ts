import { UNDO_MS } from '#contract/limits.ts';
import { retryDelayMs } from '../../server/backoff.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import { OperationGoneError } from '../store/operations-table.ts';

/** Products and orders in parallel: a long upload delays no price change, and the server decodes few images at a time. */
const MAX_PARALLEL_OPERATIONS = 3;
/** Interval of checks for pending operations, whatever notification was missed. */
const WATCH_MS = 30_000;

export interface OperationSchedulerOptions {
  /** All operations, oldest first. */
  readonly list: () => Promise<readonly OperationRecord[]>;
  /** Sends an operation and records the decision. Rejects if there was none: the operation is retried later. */
  readonly send: (record: OperationRecord, signal: AbortSignal) => Promise<void>;
  /** Whether anything may be sent at all. */
  readonly isReady: () => boolean;
  readonly onFailure: (error: unknown) => void;
  /** Monotonic time in ms. */
  readonly now: () => number;
  /** Time of the device's clock in ms, which stored operations have. */
  readonly wallNow: () => number;
  readonly random: () => number;
}

interface Backoff {
  readonly failures: number;
  readonly untilMs: number;
}

/** Sends pending operations: in order within a key, keys in parallel, failed ones again after a delay. */
export class OperationScheduler {
  readonly #options: OperationSchedulerOptions;
  readonly #stopped = new AbortController();
  readonly #running = new Set<string>();
  readonly #backoffs = new Map<string, Backoff>();
  readonly #watch: ReturnType<typeof setInterval>;
  #planning: Promise<void> | undefined;
  #mustPlanAgain = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OperationSchedulerOptions) {
    this.#options = options;
    this.#watch = setInterval(() => this.poke(), WATCH_MS);
  }

  /** New operations may be pending. */
  poke(): void {
    if (this.#planning) this.#mustPlanAgain = true;
    else this.#planning = this.#planAll();
  }

  /** Retries failed operations now, as when the network is back, an administrator logs in or the page becomes visible. */
  wake(): void {
    this.#backoffs.clear();
    this.poke();
  }

  stop(): void {
    this.#stopped.abort();
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
  }

  async #planAll(): Promise<void> {
    do {
      this.#mustPlanAgain = false;
      await this.#plan().catch(this.#options.onFailure);
    } while (this.#mustPlanAgain);
    this.#planning = undefined;
  }

  async #plan(): Promise<void> {
    const { isReady, list, now } = this.#options;
    if (this.#stopped.signal.aborted || !isReady()) return;
    const firsts = new Map<string, OperationRecord>();
    const lasts = new Map<string, OperationRecord>();
    for (const record of await list()) {
      if (!firsts.has(record.key)) firsts.set(record.key, record);
      lasts.set(record.key, record);
    }
    let heldMs = Infinity;
    for (const key of this.#backoffs.keys()) if (!firsts.has(key)) this.#backoffs.delete(key);
    for (const [key, record] of firsts) {
      const isDeferred = (this.#backoffs.get(key)?.untilMs ?? 0) > now();
      if (
        record.state !== 'waiting' ||
        isDeferred ||
        this.#running.has(key) ||
        this.#running.size >= MAX_PARALLEL_OPERATIONS
      )
        continue;
      // What a person does next with the same product does not wait.
      const leftMs = record === lasts.get(key) ? undoLeftMs(record, this.#options.wallNow()) : 0;
      if (leftMs > 0) {
        heldMs = Math.min(heldMs, leftMs);
        continue;
      }
      this.#running.add(key);
      void this.#send(key, record);
    }
    this.#planLater(heldMs);
  }

  async #send(key: string, record: OperationRecord): Promise<void> {
    const { send, onFailure, now, random } = this.#options;
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

  /** Plans again when something is due; at the latest after `heldMs`. */
  #planLater(heldMs: number): void {
    clearTimeout(this.#timer);
    const nowMs = this.#options.now();
    // What is due and was not sent waits for something else, which pokes.
    const times = [...this.#backoffs.values()].map(({ untilMs }) => untilMs).filter((untilMs) => untilMs > nowMs);
    if (heldMs !== Infinity) times.push(nowMs + heldMs);
    if (times.length === 0) return;
    // Timers leave out fractions: one that fires too early would plan the next one at once, again and again.
    this.#timer = setTimeout(() => this.poke(), Math.ceil(Math.min(...times) - nowMs));
  }
}

/** For how long an operation can still be taken back, in ms. A clock that was set back since does not hold it. */
function undoLeftMs({ operation, createdAtMs }: OperationRecord, nowMs: number): number {
  const isUndoable = 'isUndoable' in operation && operation.isUndoable === true;
  const ageMs = nowMs - createdAtMs;
  return isUndoable && ageMs >= 0 ? Math.max(0, UNDO_MS - ageMs) : 0;
}
