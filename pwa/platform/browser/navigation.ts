import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** Goes to an address of the app without loading a page: a new history entry, or the present one's replacement. */
export function navigate(address: string, options: { replace?: boolean; state?: unknown } = {}): void {
  const { replace = false, state = null } = options;
  history[replace ? 'replaceState' : 'pushState'](state, '', address);
  for (const listener of listeners) listener();
}

const readPathname = (): string => location.pathname;
const readSearch = (): string => location.search;

/** The path of the address on the screen. */
export const usePathname = (): string => useSyncExternalStore(subscribe, readPathname, readPathname);

/** The query of the address on the screen, with its question mark; empty when there is none. */
export const useSearch = (): string => useSyncExternalStore(subscribe, readSearch, readSearch);
