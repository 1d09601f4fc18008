import { createObservable } from '../observable.ts';

/** A newer version of the page: what activates its waiting worker or, after another tab has activated it, `active`. */
export type Update = { readonly activate: () => void } | 'active';

/** The newer version that is ready, if there is one. */
export const availableUpdate = createObservable<Update | undefined>(undefined);

/** Whether the app's own files do not fit on this device, so that it opens only with a connection. */
export const isAppTooLarge = createObservable(false);

/**
 * Registers the service worker `delayMs` after the page has loaded, and watches for new versions from the start. Reloads only when an update
 * is applied.
 */
export function startServiceWorker(delayMs: number): void {
  if (!('serviceWorker' in navigator)) return;
  if (navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener('controllerchange', () => availableUpdate.set('active'));
  }
  // A chunk of its own: the first paint does not need it. Without network, the next visit registers.
  const register = (): Promise<void> =>
    import('./register-service-worker.ts')
      .then((module) => module.registerServiceWorker((activate) => availableUpdate.set({ activate })))
      .catch(() => undefined);
  const registerSoon = (): void => void setTimeout(() => void register(), delayMs);
  if (document.readyState === 'complete') registerSoon();
  else addEventListener('load', registerSoon, { once: true });
}
