import { useSyncExternalStore } from 'react';
import { onEvents } from './on-events.ts';

const subscribe = (listener: () => void): (() => void) => onEvents(globalThis, ['online', 'offline'], listener);

/** The browser's `navigator.onLine`, live. `false` is certain, `true` is a hint. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
