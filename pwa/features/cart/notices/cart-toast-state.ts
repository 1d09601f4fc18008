import { useSyncExternalStore } from 'react';
import { createEmitter, createObservable } from '#pwa/platform/observable.ts';
import type { Emitter } from '#pwa/platform/observable.ts';
import { TOAST_MS } from '#pwa/ui/toast-times.ts';

const text = createObservable('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the result of a change to the cart for some seconds: in an open window that calls `useInlineCartToast`, or else over the page. */
export function showCartToast(next: string): void {
  clearTimeout(timer);
  text.set(next);
  timer = setTimeout(() => text.set(''), TOAST_MS);
}

/** Whether an open window shows the toast itself. */
const hasWindow = createObservable(false);
const windows: Emitter = createEmitter(() => {
  const stop = text.subscribe(windows.emit);
  hasWindow.set(true);
  return () => {
    stop();
    hasWindow.set(false);
  };
});

function subscribePage(listener: () => void): () => void {
  const stops = [text.subscribe(listener), hasWindow.subscribe(listener)];
  return () => stops.forEach((stop) => stop());
}

/** Returns the toast text for a window, such as a product's; empty if there is none. While the window is open, the page shows no toast. */
export const useInlineCartToast = (): string => useSyncExternalStore(windows.subscribe, text.get);

/** Returns the toast's text for the page; empty when there is none, and while an open window shows it. */
export const useCartToast = (): string =>
  useSyncExternalStore(subscribePage, () => (hasWindow.get() ? '' : text.get()));
