import { PROBE_AFTER_MS, PROBE_INTERVAL_MS, PROBE_TIMEOUT_MS } from '#contract/limits.ts';
import { isGatewayError } from './api-client.ts';

export interface ServerWatchOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Number of calls that the server has answered. */
  readonly countAnswers: () => number;
  /** Called when the server does not answer: once until it is found again, or the watch restarts. */
  readonly onLost: () => void;
  /** Called when the server answers again. */
  readonly onFound: () => void;
}

/** Asks whether the server answers, while neither a socket nor another call shows it: pulls would notice a lost server only when they are due. */
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
    const { countAnswers } = this.#options;
    const before = countAnswers();
    this.#timer = setTimeout(() => {
      // Another call has shown that the server answers.
      if (countAnswers() > before && !this.#isLost) this.#askAfter(PROBE_INTERVAL_MS);
      else void this.#ask(isAnswering);
    }, delayMs);
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

/** The maximum number of connections to one server that a browser keeps open over HTTP/1.1. */
const KEPT_CONNECTIONS = 6;

/** Asks the server by its cheapest call; returns whether it answers. */
export const isAnswering = (origin: string, fetchFn: typeof fetch): Promise<boolean> =>
  fetchFn(`${origin}/healthz`, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).then(
    ({ status }) => !isGatewayError(status),
    () => false,
  );

/**
 * Makes the browser detect which of its pooled connections died silently, and returns whether any is alive. Without this, it would assign
 * dead connections to the next calls one by one, and each call would wait for its full timeout. Live connections answer; the browser closes
 * a dead one when the request on it fails.
 */
export async function dropDeadConnections(origin: string, fetchFn: typeof fetch): Promise<boolean> {
  const asked = Array.from({ length: KEPT_CONNECTIONS }, () => isAnswering(origin, fetchFn));
  return (await Promise.all(asked)).includes(true);
}
