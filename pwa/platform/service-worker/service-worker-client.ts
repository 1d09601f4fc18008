import { createObservable } from '../observable.ts';
import { useObservable } from '../use-observable.ts';

/** A newer version of the page: what activates its waiting worker or, after another tab has activated it, `active`. */
type Update = { readonly activate: () => void } | 'active';

const update = createObservable<Update | undefined>(undefined);

/**
 * Registers the service worker `delayMs` after the page has loaded, and watches for new versions from the start. Reloads only when an update
 * is applied.
 */
export function startServiceWorker(delayMs: number): void {
  if (!('serviceWorker' in navigator)) return;
  if (navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener('controllerchange', () => update.set('active'));
  }
  // A chunk of its own: the first paint does not need it. Without network, the next visit registers.
  const register = (): Promise<void> =>
    import('./register-service-worker.ts')
      .then((module) => module.registerServiceWorker((activate) => update.set({ activate })))
      .catch(() => undefined);
  const registerSoon = (): void => void setTimeout(() => void register(), delayMs);
  if (document.readyState === 'complete') registerSoon();
  else addEventListener('load', registerSoon, { once: true });
}

/** Whether a newer version is ready, and how to switch to it: this tab reloads, the others are offered a reload. */
export function useUpdate(): { readonly isReady: boolean; readonly apply: () => void } {
  const ready = useObservable(update);
  return { isReady: ready !== undefined, apply: () => ready && applyUpdate(ready) };
}

function applyUpdate(ready: Update): void {
  if (ready === 'active') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  ready.activate();
}
