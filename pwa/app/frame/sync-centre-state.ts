import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isOpen = false;

/** Opens or closes the sync centre, from wherever something is to be told. */
export function setSyncCentreOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Whether the sync centre is open, live. */
export const useSyncCentreOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
