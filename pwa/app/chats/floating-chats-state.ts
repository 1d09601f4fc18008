import { useSyncExternalStore } from 'react';

/** What of the chats lies over the page: one of them, or null for the list. */
export interface FloatingChats {
  readonly chatId: string | null;
}

const listeners = new Set<() => void>();
let shown: FloatingChats | undefined;

/** Shows the chats over the page from wherever somebody wants to talk; undefined puts them away. */
export function showChats(next: FloatingChats | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** What of the chats lies over the page, live. */
export const useFloatingChats = (): FloatingChats | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => undefined,
  );
