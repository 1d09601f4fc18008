import { availableUpdate } from './service-worker-state.ts';

/** Registers the service worker of a page; `onUpdate` receives, for each scope, a function that activates a waiting newer version. */
export type RegisterServiceWorker = (onUpdate: (activate: () => void) => void) => Promise<void>;

/**
 * Registers a service worker `delayMs` after the page has loaded, and watches for new versions from the start. The page reloads only when
 * the visitor applies an update (`useUpdate`).
 *
 * @param load loads a separate chunk, which the first paint does not need
 */
export function startServiceWorker(load: () => Promise<RegisterServiceWorker>, delayMs = 0): void {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  const script = container.controller?.scriptURL;
  container.addEventListener('controllerchange', () => {
    // The first worker is no update, nor is a switch from the shops' worker to the administration's.
    if (script && container.controller?.scriptURL === script) availableUpdate.set('active');
  });
  const noteWaiting = (activate: () => void): void => {
    const others = availableUpdate.get();
    availableUpdate.set(others === 'active' ? [activate] : [...others, activate]);
  };
  // Without network, the next visit registers.
  const register = (): Promise<void> =>
    load()
      .then((registerNow) => registerNow(noteWaiting))
      .catch(() => undefined);
  const registerSoon = (): void => void setTimeout(() => void register(), delayMs);
  if (document.readyState === 'complete') registerSoon();
  else addEventListener('load', registerSoon, { once: true });
}
