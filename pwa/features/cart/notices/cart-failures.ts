import { useSyncExternalStore } from 'react';

/** Which wish about a cart this device could not even write down. */
export interface CartFailure {
  readonly kind: 'remove' | 'quantity';
  readonly title: string;
}

let failure: CartFailure | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells of a failure, or with nothing that it was read. */
export function reportCartFailure(next: CartFailure | undefined): void {
  failure = next;
  for (const listener of listeners) listener();
}

/** The failure that is to be told. */
export const useCartFailure = (): CartFailure | undefined => useSyncExternalStore(subscribe, () => failure);
