import { useSyncExternalStore } from 'react';

const SHOWN_FOR_MS = 5_000;

let word = '';
/** Open windows that say it themselves. */
let windows = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function show(text: string): void {
  word = text;
  tell();
}

/** Says for some seconds what became of a wish about the cart, wherever that is shown now. */
export function showCartToast(text: string): void {
  clearTimeout(timer);
  show(text);
  timer = setTimeout(() => show(''), SHOWN_FOR_MS);
}

/** A window that says it itself listens. */
function subscribeWindow(listener: () => void): () => void {
  const stop = subscribe(listener);
  windows += 1;
  tell();
  return () => {
    stop();
    windows -= 1;
    tell();
  };
}

/** What is to be said in a window that is about the cart; empty when nothing is. As long as one is open, the page says nothing. */
export const useInlineCartToast = (): string => useSyncExternalStore(subscribeWindow, () => word);

/** What is to be said over the page; empty when nothing is, or when a window says it. */
export const useCartToast = (): string => useSyncExternalStore(subscribe, () => (windows === 0 ? word : ''));
