import type { BusEvent, EventBus } from './event-bus.ts';

/** Pause before a listener that could not read its cursors after a gap is called again. */
const RETRY_MS = 2_000;

/** Creates the event bus of a single process. Listeners run before `publish` returns; a failing one does not affect the others. */
export function createMemoryEventBus(onListenerError: (error: unknown) => void): EventBus {
  const listeners = new Set<(event: BusEvent) => void>();
  const gapListeners = new Set<() => unknown>();
  /** Listeners that could not read their cursors after the last gap. */
  const behind = new Set<() => unknown>();
  let timer: NodeJS.Timeout | undefined;

  const catchUp = async (listener: () => unknown): Promise<void> => {
    // Removed before it reads: after a gap during the read, it must read again.
    behind.delete(listener);
    try {
      await listener();
    } catch (error) {
      onListenerError(error);
      if (!gapListeners.has(listener)) return;
      behind.add(listener);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const one of behind) void catchUp(one);
      }, RETRY_MS).unref();
    }
  };

  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    tellOthers: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reportGap() {
      for (const listener of gapListeners) void catchUp(listener);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => {
        gapListeners.delete(listener);
        behind.delete(listener);
      };
    },
    health: () => ({ carrier: undefined, isConnected: true, roundTripMs: undefined }),
    close() {
      clearTimeout(timer);
      gapListeners.clear();
      behind.clear();
      return Promise.resolve();
    },
  };
}
