import { availableUpdate } from './service-worker-state.ts';

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
