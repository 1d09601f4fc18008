import { useSyncExternalStore } from 'react';
import { createEmitter } from '../observable.ts';
import { afterPaint } from './after-paint.ts';
import { onEvents } from './on-events.ts';
import { arrive, remember, settle, whenStill, writeEntry } from './layer-history.ts';

const { emit, subscribe } = createEmitter(() => {
  const stop = onEvents(globalThis, ['popstate'], onPopState);
  remember();
  // Goes back from the entries of layers that were open before a reload.
  settle();
  return stop;
});

function onPopState(): void {
  if (!arrive()) return;
  emit();
  // Layers that have stayed open get their step again.
  afterPaint(settle);
}

/** Goes to a URL of the app without loading a page: adds a history entry or, with `replace`, replaces the present one. */
export function navigate(url: string, options: { replace?: boolean; state?: object | null } = {}): void {
  const { replace = false, state = null } = options;
  whenStill(() => {
    writeEntry(url, { replace, state });
    emit();
    // By then layers that led to the URL have closed.
    afterPaint(settle);
  });
}

const readPathname = (): string => location.pathname;
const readSearch = (): string => location.search;

/** The path on the screen. */
export const usePathname = (): string => useSyncExternalStore(subscribe, readPathname, readPathname);

/** The query on the screen, with its question mark; empty when there is none. */
export const useSearch = (): string => useSyncExternalStore(subscribe, readSearch, readSearch);
