import type { BusEvent, EventBus } from './event-bus.ts';

/** The event bus of a single process. Listeners run before `publish` returns; a failing one does not affect the others. */
export function createMemoryEventBus(onListenerError: (error: unknown) => void): EventBus {
  const events = createListeners<[BusEvent]>(onListenerError);
  const gaps = createListeners<[]>(onListenerError);
  return {
    publish: events.call,
    tellOthers: () => undefined,
    subscribe: events.add,
    reportGap: gaps.call,
    onGap: gaps.add,
    health: () => ({ carrier: undefined, isConnected: true, roundTripMs: undefined }),
    close: () => Promise.resolve(),
  };
}

function createListeners<Args extends readonly unknown[]>(onError: (error: unknown) => void) {
  const listeners = new Set<(...args: Args) => void>();
  return {
    call(...args: Args): void {
      for (const listener of listeners) {
        try {
          listener(...args);
        } catch (error) {
          onError(error);
        }
      }
    },
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
