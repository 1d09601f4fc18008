import { useSyncExternalStore } from 'react';

const SHOWN_FOR_MS = 5_000;

let word = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(text: string): void {
  word = text;
  for (const listener of listeners) listener();
}

/** Says for some seconds what became of a wish about the cart, wherever that is shown now. */
export function sayCartWord(text: string): void {
  clearTimeout(timer);
  show(text);
  timer = setTimeout(() => show(''), SHOWN_FOR_MS);
}

/** What is to be said now; empty when nothing is. */
export const useCartWord = (): string =>
  useSyncExternalStore(
    subscribe,
    () => word,
    () => '',
  );
