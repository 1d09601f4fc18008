/** Between two pulls of a visible and of a hidden tab; pokes make most of them needless. */
const POLL_VISIBLE_MS = 60_000;
const POLL_HIDDEN_MS = 15 * 60_000;
/** After a failure: full jitter up to a limit that doubles from 1 s to 60 s. */
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
/** A pull that shows no progress for this long is given up and started again. */
const STALL_MS = 240_000;
const WATCH_MS = 15_000;

export interface PullScheduleOptions<Key> {
  /** Pulls once; `noteProgress` is to be called whenever something arrives. */
  readonly pull: (key: Key, signal: AbortSignal, noteProgress: () => void) => Promise<void>;
  readonly onFailure: (key: Key, error: unknown) => void;
  readonly isVisible: () => boolean;
  readonly now: () => number;
  readonly random: () => number;
}

interface Due {
  atMs: number;
  failures: number;
  priority: number;
}

/** Delay before the next attempt after `failures` in a row, in ms. */
export function backoffMs(failures: number, random: () => number): number {
  const limitMs = Math.min(MIN_BACKOFF_MS * 2 ** Math.max(failures - 1, 0), MAX_BACKOFF_MS);
  return Math.max(MIN_BACKOFF_MS / 2, random() * limitMs);
}

/**
 * Decides when what is pulled: one pull at a time, the most wanted key first, again after a while, later after failures. Losing every poke
 * costs only delay. Knows nothing of shops.
 */
export class PullSchedule<Key> {
  readonly #options: PullScheduleOptions<Key>;
  readonly #due = new Map<Key, Due>();
  readonly #stopped = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval>;
  #running: { key: Key; abort: AbortController; progressAtMs: number } | undefined;

  constructor(options: PullScheduleOptions<Key>) {
    this.#options = options;
    this.#watch = setInterval(() => this.#checkStall(), WATCH_MS);
  }

  /** Pulls a key from now on; a higher priority goes first. */
  add(key: Key, priority: number): void {
    const known = this.#due.get(key);
    if (known) {
      known.priority = Math.max(known.priority, priority);
      return;
    }
    this.#due.set(key, { atMs: this.#options.now(), failures: 0, priority });
    this.#plan();
  }

  /** Pulls a key soon, after a random part of `jitterMs` so that many devices do not come at once. */
  poke(key: Key, jitterMs: number): void {
    const due = this.#due.get(key);
    if (!due) return;
    due.atMs = Math.min(due.atMs, this.#options.now() + this.#options.random() * jitterMs);
    this.#plan();
  }

  /** Pulls everything now: there is network again, or somebody looks. */
  wake(): void {
    for (const due of this.#due.values()) {
      due.atMs = this.#options.now();
      due.failures = 0;
    }
    this.#plan();
  }

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#running || this.#stopped.signal.aborted || this.#due.size === 0) return;
    const earliestMs = Math.min(...[...this.#due.values()].map((due) => due.atMs));
    this.#timer = setTimeout(() => void this.#runNext(), Math.max(0, earliestMs - this.#options.now()));
  }

  async #runNext(): Promise<void> {
    const nowMs = this.#options.now();
    const ready = [...this.#due]
      .filter(([, due]) => due.atMs <= nowMs)
      .sort(([, a], [, b]) => b.priority - a.priority || a.atMs - b.atMs);
    const [next] = ready;
    if (!next || this.#running) return this.#plan();
    const [key, due] = next;
    const abort = new AbortController();
    const running = { key, abort, progressAtMs: nowMs };
    this.#running = running;
    // A poke that arrives while the pull runs sets an earlier time again.
    due.atMs = Number.POSITIVE_INFINITY;
    try {
      const signal = AbortSignal.any([abort.signal, this.#stopped.signal]);
      await this.#options.pull(key, signal, () => (running.progressAtMs = this.#options.now()));
      due.failures = 0;
      due.atMs = Math.min(due.atMs, this.#options.now() + this.#pollMs());
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#options.onFailure(key, error);
      due.failures += 1;
      due.atMs = this.#options.now() + backoffMs(due.failures, this.#options.random);
    } finally {
      this.#running = undefined;
      this.#plan();
    }
  }

  #pollMs(): number {
    return (this.#options.isVisible() ? POLL_VISIBLE_MS : POLL_HIDDEN_MS) * (0.8 + 0.4 * this.#options.random());
  }

  #checkStall(): void {
    const running = this.#running;
    if (running && this.#options.now() - running.progressAtMs > STALL_MS)
      running.abort.abort(new Error('The pull made no progress'));
  }
}
