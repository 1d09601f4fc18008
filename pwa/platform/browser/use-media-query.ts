import { useCallback, useSyncExternalStore } from 'react';
import { onEvents } from './on-events.ts';

/** Whether a media query matches; false during hydration. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => onEvents(matchMedia(query), ['change'], listener), [query]);
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the visitor prefers reduced motion. */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)');
