import { useSyncExternalStore } from 'react';

/** What a newer version of the page needs to take over here: a word to its worker, or, after another tab gave it, a reload. */
export type Update = { readonly waiting: ServiceWorker } | 'active';

let update: Update | undefined;
const listeners = new Set<() => void>();

function setUpdate(next: Update | undefined): void {
  update = next;
  for (const listener of listeners) listener();
}

/**
 * Registers the service worker once the page has loaded and `delayMs` have passed, and watches for new versions from the start. Never
 * reloads by itself.
 */
export function startServiceWorker(delayMs: number): void {
  if (!('serviceWorker' in navigator)) return;
  if (navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener('controllerchange', () => setUpdate('active'));
  }
  // What registers comes in a file of its own: it has no part in the first drawing. Without network, the next visit registers.
  const register = (): Promise<void> =>
    import('./register-service-worker.ts').then((part) => part.registerServiceWorker(setUpdate)).catch(() => undefined);
  const registerSoon = (): void => void setTimeout(() => void register(), delayMs);
  if (document.readyState === 'complete') registerSoon();
  else addEventListener('load', registerSoon, { once: true });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a newer version is ready, and how to change to it: this tab reloads, the others are told. */
export function useUpdate(): { readonly isReady: boolean; readonly apply: () => void } {
  const ready = useSyncExternalStore(
    subscribe,
    () => update,
    () => undefined,
  );
  return { isReady: ready !== undefined, apply: () => ready && applyUpdate(ready) };
}

function applyUpdate(ready: Update): void {
  if (ready === 'active') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  ready.waiting.postMessage({ type: 'SKIP_WAITING' });
}
