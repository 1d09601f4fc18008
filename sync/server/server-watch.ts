import { PROBE_AFTER_MS, PROBE_INTERVAL_MS } from '#contract/limits.ts';
import { dropDeadConnections, isAnswering } from './drop-dead-connections.ts';

export interface ServerWatchOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** The server does not answer, as far as this watch knows for the first time. */
  readonly onLost: () => void;
  /** The server answers again. */
  readonly onFound: () => void;
}

/**
 * Asks regularly whether the server answers while no realtime socket shows it. Pulls would notice a lost server only when the next one is
 * due.
 */
export class ServerWatch {
  readonly #options: ServerWatchOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborted when the watch stops or asks in another way: an answer that comes later does not count. */
  #asking = new AbortController();
  #isLost = false;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
  }

  /** Starts asking; a restarting server gets a moment first. */
  start(): void {
    this.stop();
    this.#askAfter(PROBE_AFTER_MS);
  }

  /** Stops asking: a socket is open, or this tab no longer leads. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#isLost = false;
  }

  /** Asks on every pooled connection at once: the socket has died silently, and they may have died with it. */
  tryConnections(): void {
    this.stop();
    void this.#ask(dropDeadConnections);
  }

  #askAfter(delayMs: number): void {
    this.#timer = setTimeout(() => void this.#ask(isAnswering), delayMs);
  }

  async #ask(ask: typeof isAnswering): Promise<void> {
    const { origin, fetch, onLost, onFound } = this.#options;
    const { signal } = this.#asking;
    const isLost = !(await ask(origin, fetch));
    if (signal.aborted) return;
    if (isLost && !this.#isLost) onLost();
    if (!isLost && this.#isLost) onFound();
    this.#isLost = isLost;
    this.#askAfter(PROBE_INTERVAL_MS);
  }
}
