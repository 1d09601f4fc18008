import { retryDelayMs, toRetryAfterMs } from '../server/backoff.ts';

/** Longest random delay in ms of a pull that is due at once, so that many devices do not pull together. */
export const POKE_JITTER_MS = 200;

/** Time between two pulls of a visible and of a hidden tab; pokes make most of them unnecessary. */
const POLL_VISIBLE_MS = 60_000;
const POLL_HIDDEN_MS = 15 * 60_000;
/** Pauses before repeating a pull that did not bring the announced change: a server node that gets it up to two seconds later may have answered. */
const STALE_REPLY_MS: readonly number[] = [250, 1_000, 2_500];
/** When a socket opens, a pull is repeated no earlier than this after it began. */
const FRESH_MS = 1_000;

export interface RetrySchedulerOptions<Key> {
  /** Pulls once, within a time limit of its own; calls `noteProgress` whenever data arrives. Results after `signal` has aborted are ignored. */
  readonly pull: (key: Key, signal: AbortSignal, noteProgress: () => void) => Promise<void>;
  readonly onFailure: (key: Key, error: unknown) => void;
  /** A pull of short calls restarts if it makes no progress this long after a socket opens: its connection may be dead. If missing, none does. */
  readonly maxSilenceAfterConnectMs?: number;
  readonly isVisible: () => boolean;
  /** Time in ms of a clock that never steps back, such as `performance.now()`: otherwise polling would stop when the date is set back. */
  readonly now: () => number;
  readonly random: () => number;
}

interface Due {
  atMs: number;
  /** The server allows no attempt before this; only `wake` ignores it. */
  notBeforeMs: number;
  /** When the last pull began. */
  pulledAtMs: number;
  failures: number;
  priority: number;
  /** The announced change, if the pull is due for it alone: another pull may bring it first. */
  news: News | undefined;
  /** Whether the change that was announced last is still missing. */
  isMissing: (() => boolean) | undefined;
  /** Pulls in a row that did not bring that change. */
  staleReplies: number;
}

interface News {
  readonly isNew: () => boolean;
  /** When the pull is due without the announced change. */
  otherwiseAtMs: number;
}

/** Decides what is pulled when: one pull at a time, the highest priority first; each key regularly, and failed ones after growing delays. */
export class RetryScheduler<Key> {
  readonly #options: RetrySchedulerOptions<Key>;
  readonly #due = new Map<Key, Due>();
  readonly #stopped = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: { key: Key; abort: AbortController; progressAtMs: number; isRestarted: boolean } | undefined;

  constructor(options: RetrySchedulerOptions<Key>) {
    this.#options = options;
  }

  /** Adds a key, or changes its priority; a higher one goes first. */
  add(key: Key, priority: number): void {
    const known = this.#due.get(key);
    if (known) {
      known.priority = priority;
      return;
    }
    const atMs = this.#options.now();
    const pulledAtMs = Number.NEGATIVE_INFINITY;
    this.#due.set(key, {
      atMs,
      notBeforeMs: atMs,
      pulledAtMs,
      failures: 0,
      priority,
      news: undefined,
      isMissing: undefined,
      staleReplies: 0,
    });
    this.#plan();
  }

  /** Pulls a key soon, after a random part of `jitterMs` so that many devices do not pull at once. */
  poke(key: Key, jitterMs: number): void {
    const due = this.#due.get(key);
    if (!due) return;
    bringForward(due, this.#options.now() + this.#options.random() * jitterMs);
    this.#plan();
  }

  /** Pulls a key after a random part of `jitterMs`, unless `isNew` no longer holds by then: a pull in between has brought the change. */
  announce(key: Key, jitterMs: number, isNew: () => boolean): void {
    const due = this.#due.get(key);
    if (!due) return;
    due.isMissing = isNew;
    due.staleReplies = 0;
    const atMs = Math.max(this.#options.now() + this.#options.random() * jitterMs, due.notBeforeMs);
    // Later announcements draw no new time: the earliest of many draws would undo the spread.
    if (due.news) due.news = { ...due.news, isNew };
    else if (atMs < due.atMs) {
      due.news = { isNew, otherwiseAtMs: due.atMs };
      due.atMs = atMs;
    }
    this.#plan();
  }

  /** Pulls everything now, as when the network is back or the page becomes visible. */
  wake(): void {
    for (const due of this.#due.values()) {
      due.atMs = this.#options.now();
      due.failures = 0;
      due.news = undefined;
    }
    this.#plan();
  }

  /** Pulls what may have been missed without a socket. Failures still count: a socket may reopen over a server that rejects each pull. */
  wakeAfterConnect(): void {
    const nowMs = this.#options.now();
    // Changes between a pull and the socket's opening sent no poke: a recent pull is repeated, but not at once.
    for (const due of this.#due.values()) bringForward(due, Math.max(nowMs, due.pulledAtMs + FRESH_MS));
    this.#plan();
    const { maxSilenceAfterConnectMs } = this.#options;
    const running = this.#running;
    if (maxSilenceAfterConnectMs === undefined || !running) return;
    setTimeout(() => {
      if (this.#running !== running || running.progressAtMs > nowMs) return;
      running.isRestarted = true;
      running.abort.abort();
    }, maxSilenceAfterConnectMs);
  }

  /** Returns whether a key of higher priority is due, or this key is due again: a long background step can then yield. */
  shouldYield(key: Key): boolean {
    const nowMs = this.#options.now();
    const priority = this.#due.get(key)?.priority ?? Number.NEGATIVE_INFINITY;
    return [...this.#due].some(
      ([other, due]) => due.atMs <= nowMs && (other === key || due.priority > priority) && isWanted(due),
    );
  }

  /** Other keys whose regular pull is due within half an interval, unless the server has asked for a pause. */
  listDueBeside(key: Key): readonly Key[] {
    const nowMs = this.#options.now();
    const untilMs = nowMs + this.#intervalMs / 2;
    return [...this.#due].flatMap(([other, due]) =>
      other !== key && due.atMs <= untilMs && due.notBeforeMs <= nowMs ? [other] : [],
    );
  }

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
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
    if (!isWanted(due)) {
      due.atMs = due.news?.otherwiseAtMs ?? due.atMs;
      due.news = undefined;
      return this.#plan();
    }
    due.news = undefined;
    const abort = new AbortController();
    const running = { key, abort, progressAtMs: nowMs, isRestarted: false };
    this.#running = running;
    // A poke during the pull sets an earlier time again.
    due.atMs = Number.POSITIVE_INFINITY;
    due.pulledAtMs = nowMs;
    try {
      const signal = AbortSignal.any([abort.signal, this.#stopped.signal]);
      // Raced, because some steps of a pull, such as transactions of the browser's storage, do not obey a signal.
      await Promise.race([
        failWhenAborted(signal),
        this.#options.pull(key, signal, () => (running.progressAtMs = this.#options.now())),
      ]);
      due.failures = 0;
      setLatest(due, this.#options.now() + this.#pollMs());
      this.#repeatIfStale(due);
    } catch (error) {
      const failedAtMs = this.#options.now();
      if (running.isRestarted) {
        due.atMs = failedAtMs;
        return;
      }
      if (!this.#stopped.signal.aborted) this.#options.onFailure(key, error);
      due.failures += 1;
      due.notBeforeMs = failedAtMs + toRetryAfterMs(error);
      due.atMs = failedAtMs + retryDelayMs(error, due.failures, this.#options.random);
      due.news = undefined;
    } finally {
      this.#running = undefined;
      this.#plan();
    }
  }

  /** Pulls again soon if the announced change did not come; a few times only, as the server may have lost it. */
  #repeatIfStale(due: Due): void {
    const pauseMs = STALE_REPLY_MS[due.staleReplies];
    if (pauseMs === undefined || !due.isMissing?.()) return;
    due.staleReplies += 1;
    setLatest(due, this.#options.now() + pauseMs * (1 + this.#options.random()));
  }

  get #intervalMs(): number {
    return this.#options.isVisible() ? POLL_VISIBLE_MS : POLL_HIDDEN_MS;
  }

  #pollMs(): number {
    return this.#intervalMs * (0.8 + 0.4 * this.#options.random());
  }
}

/** Makes a key due earlier, but not before the server allows it. */
function bringForward(due: Due, atMs: number): void {
  due.news = undefined;
  due.atMs = Math.min(due.atMs, Math.max(atMs, due.notBeforeMs));
}

/** Makes a key due at `atMs` at the latest, with or without an announced change. */
function setLatest(due: Due, atMs: number): void {
  due.atMs = Math.min(due.atMs, atMs);
  if (due.news) due.news.otherwiseAtMs = Math.min(due.news.otherwiseAtMs, atMs);
}

/** Whether a due pull is needed: a pull only for an announced change is not, once another pull has brought the change. */
const isWanted = ({ news }: Due): boolean => news?.isNew() ?? true;

const failWhenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
