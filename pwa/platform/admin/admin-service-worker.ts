import { createObservable } from '../observable.ts';
import { useObservable } from '../use-observable.ts';

/** What activates the waiting workers of a newer version, one a scope. */
const waitingWorkers = createObservable<readonly (() => void)[]>([]);

/** Stores the administration on the device. A newer version waits until its update is applied. */
export function startAdminServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // A chunk of its own: the first paint does not need it.
  const register = (): Promise<void> =>
    import('./register-admin-service-worker.ts')
      .then((module) =>
        module.registerAdminServiceWorker((activate) => waitingWorkers.set([...waitingWorkers.get(), activate])),
      )
      .catch(() => undefined);
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

/** Whether a newer version is ready, and how to switch to it: this tab reloads; forms are stored on the device. */
export const useAdminUpdate = (): { readonly isReady: boolean; readonly apply: () => void } => ({
  isReady: useObservable(waitingWorkers).length > 0,
  apply,
});

function apply(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  for (const activate of waitingWorkers.get()) activate();
}
