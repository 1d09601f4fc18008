/** How often a leader shows that it lives, and how long a visible tab waits in vain before it takes over. */
const HEARTBEAT_MS = 2_000;
const TAKE_OVER_AFTER_MS = 10_000;
/** Pause before a tab that resigned stands again: what made it resign may last. */
const STAND_AGAIN_MS = 2_000;

/** The part of `navigator.locks` that an election needs. */
export type LockRequester = Pick<LockManager, 'request'>;

export interface LeaderOptions {
  readonly name: string;
  readonly locks: LockRequester;
  /** Tells other tabs that this one lives. */
  readonly sendHeartbeat: () => void;
  /** A frozen leader keeps its lock; only a tab that somebody looks at takes it away. */
  readonly isVisible: () => boolean;
  /** Monotonic time in ms: a clock that is set must not end or prolong a term. */
  readonly now: () => number;
  /**
   * The work of one term, until `signal` aborts. When it settles before that, this tab resigns and stands again after a pause; a rejection
   * goes to `onFailure`.
   */
  readonly onLead: (signal: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** One candidate of the election. */
export interface Leader {
  readonly isLeading: boolean;
  /** To be called when another tab's heartbeat arrives. */
  noteHeartbeat(): void;
  close(): void;
}

/**
 * Elects one tab by a Web Lock: closing a tab hands over at once, a frozen one is superseded. A tab that was superseded while frozen learns
 * it when it thaws; until then the store refuses its writes. Knows nothing of what leading means.
 */
export function createLeader(options: LeaderOptions): Leader {
  const closed = new AbortController();
  let leading: AbortController | undefined;
  let waiting = new AbortController();
  let hasSteppedDown = false;
  let lastHeartbeatMs = options.now();

  const closing = new Promise<void>((resolve) =>
    closed.signal.addEventListener('abort', () => resolve(), { once: true }),
  );

  const lead = async (): Promise<void> => {
    const term = new AbortController();
    leading = term;
    options.sendHeartbeat();
    const work = options.onLead(term.signal).catch(options.onFailure);
    await Promise.race([work, closing]);
    hasSteppedDown = !term.signal.aborted;
    term.abort();
  };

  const stand = async (): Promise<void> => {
    let steal = false;
    while (!closed.signal.aborted) {
      waiting = new AbortController();
      const patience = AbortSignal.any([closed.signal, waiting.signal]);
      try {
        await options.locks.request(options.name, steal ? { steal } : { signal: patience }, lead);
      } catch (error) {
        // The wait was given up, or another tab took the lock away; any other failure of a lock request is not ours to hide.
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      } finally {
        leading?.abort();
        leading = undefined;
      }
      steal = waiting.signal.aborted;
      lastHeartbeatMs = options.now();
      if (hasSteppedDown && !closed.signal.aborted) await new Promise((resolve) => setTimeout(resolve, STAND_AGAIN_MS));
      hasSteppedDown = false;
    }
  };

  const watch = setInterval(() => {
    if (leading) options.sendHeartbeat();
    else if (options.isVisible() && options.now() - lastHeartbeatMs > TAKE_OVER_AFTER_MS) waiting.abort();
  }, HEARTBEAT_MS);

  void stand();

  return {
    get isLeading() {
      return leading !== undefined;
    },
    noteHeartbeat() {
      lastHeartbeatMs = options.now();
    },
    close() {
      clearInterval(watch);
      closed.abort();
    },
  };
}
