import type { BusEvent, EventBus } from './event-bus.ts';

/** From a listener of gaps that could not read its cursors to its next attempt. */
const RETRY_MS = 2_000;

/** Creates the event bus of a single process. Listeners run before `publish` returns; a failing one does not affect the others. */
export function createMemoryEventBus(onListenerError: (error: unknown) => void): EventBus {
  const listeners = new Set<(event: BusEvent) => void>();
  const gapListeners = new Set<() => unknown>();
  /** Those that have not read their cursors since the last gap. */
  const behind = new Set<() => unknown>();
  let timer: NodeJS.Timeout | undefined;

  const catchUp = async (listener: () => unknown): Promise<void> => {
    // Before it reads: a gap of meanwhile is another one.
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
