import { useSyncExternalStore } from 'react';
import { createEmitter } from '../observable.ts';

const { emit, subscribe } = createEmitter(() => {
  addEventListener('popstate', onPopState);
  return () => removeEventListener('popstate', onPopState);
});
const onPopState = (): void => emit();

/** Goes to a URL of the app without loading a page: adds a history entry or, with `replace`, replaces the present one. */
export function navigate(url: string, options: { replace?: boolean; state?: unknown } = {}): void {
  const { replace = false, state = null } = options;
  history[replace ? 'replaceState' : 'pushState'](state, '', url);
  emit();
}

const readPathname = (): string => location.pathname;
const readSearch = (): string => location.search;

/** The path on the screen. */
export const usePathname = (): string => useSyncExternalStore(subscribe, readPathname, readPathname);

/** The query on the screen, with its question mark; empty when there is none. */
export const useSearch = (): string => useSyncExternalStore(subscribe, readSearch, readSearch);
