import type { BusEvent, EventBus } from './event-bus.ts';

/** The event bus of a single process. Listeners run before `publish` returns; a failing one does not affect the others. */
export function createMemoryEventBus(onListenerError: (error: unknown) => void): EventBus {
  const listeners = new Set<(event: BusEvent) => void>();
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
