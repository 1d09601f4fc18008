/** Interval of a leader's heartbeats, and the silence after which a visible tab takes over. */
const HEARTBEAT_MS = 2_000;
const TAKE_OVER_AFTER_MS = 10_000;
/** A visible tab takes over from a leader that has been hidden this long: the hidden tab keeps a second copy of the shops in memory. */
const TAKE_OVER_FROM_HIDDEN_MS = 60_000;
/** Pause before a tab that stepped down takes part in the election again: the reason may persist. */
const RETRY_ELECTION_MS = 2_000;

/** The part of `navigator.locks` that an election needs. */
export type LockRequester = Pick<LockManager, 'request'>;

export interface LeaderOptions {
  readonly name: string;
  readonly locks: LockRequester;
  /** Shows the other tabs that this one is alive, and whether it is visible. */
  readonly sendHeartbeat: (isVisible: boolean) => void;
  /** Whether this tab is visible: only a visible tab takes the lock from a frozen or hidden leader. */
  readonly isVisible: () => boolean;
  /** Monotonic time in ms: a change of the clock must neither end nor prolong a lead. */
  readonly now: () => number;
  /** The work of a leader, until `signal` aborts. If it settles earlier, this tab steps down and is a candidate again after a pause. */
  readonly onLead: (signal: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** Called when this tab has led and no longer does. */
  readonly onFollow?: () => void;
}

/** One candidate of the election. */
export type Leader = ReturnType<typeof createLeader>;

/**
 * Elects one tab by a Web Lock: closing a tab hands over at once, a frozen or hidden one is superseded. A tab superseded while frozen learns it when
 * it thaws; until then the store rejects its writes. Independent of what the leader does.
 */
export function createLeader(options: LeaderOptions) {
  const closed = new AbortController();
  let leading: AbortController | undefined;
  let waiting = new AbortController();
  let hasSteppedDown = false;
  let lastHeartbeatMs = options.now();
  let lastVisibleMs = lastHeartbeatMs;

  const closing = new Promise<void>((resolve) =>
    closed.signal.addEventListener('abort', () => resolve(), { once: true }),
  );

  const lead = async (): Promise<void> => {
    const current = new AbortController();
    leading = current;
    options.sendHeartbeat(options.isVisible());
    const work = options.onLead(current.signal).catch(options.onFailure);
    await Promise.race([work, closing]);
    hasSteppedDown = !current.signal.aborted;
    current.abort();
  };

  const runForLeader = async (): Promise<void> => {
    let steal = false;
    while (!closed.signal.aborted) {
      waiting = new AbortController();
      const signal = AbortSignal.any([closed.signal, waiting.signal]);
      try {
        await options.locks.request(options.name, steal ? { steal } : { signal }, lead);
      } catch (error) {
        // The wait was aborted, or another tab stole the lock; any other failure of a lock request is thrown.
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      } finally {
        const hasLed = leading !== undefined;
        leading?.abort();
        leading = undefined;
        if (hasLed) options.onFollow?.();
      }
      steal = waiting.signal.aborted;
      lastHeartbeatMs = options.now();
      lastVisibleMs = lastHeartbeatMs;
      if (hasSteppedDown && !closed.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, RETRY_ELECTION_MS));
      hasSteppedDown = false;
    }
  };

  const watch = setInterval(() => {
    const isVisible = options.isVisible();
    if (leading) return options.sendHeartbeat(isVisible);
    const now = options.now();
    const isDue = now - lastHeartbeatMs > TAKE_OVER_AFTER_MS || now - lastVisibleMs > TAKE_OVER_FROM_HIDDEN_MS;
    if (isVisible && isDue) waiting.abort();
  }, HEARTBEAT_MS);

  void runForLeader();

  return {
    get isLeading(): boolean {
      return leading !== undefined;
    },
    /** Call when another tab's heartbeat arrives. @param isVisible whether that tab is visible */
    receiveHeartbeat(isVisible: boolean): void {
      lastHeartbeatMs = options.now();
      if (isVisible) lastVisibleMs = lastHeartbeatMs;
    },
    close(): void {
      clearInterval(watch);
      closed.abort();
    },
  };
}
