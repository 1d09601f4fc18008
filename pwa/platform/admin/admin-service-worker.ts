import { SHOPS } from '#contract/shops.ts';
import { trustedScriptUrl } from '../browser/trusted-types.ts';
import { createObservable } from '../observable.ts';
import { claimPage } from '../service-worker/claim-page.ts';
import { useObservable } from '../use-observable.ts';

/** The administration's paths have no common prefix, so each has its own registration; they share one cache. */
const SCOPES = ['/orders', ...SHOPS.map(({ adminPath }) => adminPath)];

/** Workers of a newer version, one a scope. */
const waitingWorkers = createObservable<readonly ServiceWorker[]>([]);

/** Stores the administration on the device. A newer version waits until its update is applied. */
export function startAdminServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = async (): Promise<void> => {
    for (const scope of SCOPES) {
      // One after the other: the first one fetches the files, the others find them in the cache.
      const registration = await navigator.serviceWorker
        .register(trustedScriptUrl('/admin-service-worker.js'), { scope })
        .catch(() => undefined);
      if (!registration) continue;
      watch(registration);
      claimPage(registration);
    }
  };
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

function watch(registration: ServiceWorkerRegistration): void {
  const checkWaiting = (): void => {
    const { waiting: next, active } = registration;
    const known = waitingWorkers.get();
    if (next && active && !known.includes(next)) waitingWorkers.set([...known, next]);
  };
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', checkWaiting),
  );
  checkWaiting();
}

/** Whether a newer version is ready, and how to switch to it: this tab reloads; forms are stored on the device. */
export const useAdminUpdate = (): { readonly isReady: boolean; readonly apply: () => void } => ({
  isReady: useObservable(waitingWorkers).length > 0,
  apply,
});

function apply(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  for (const worker of waitingWorkers.get()) worker.postMessage({ type: 'SKIP_WAITING' });
}
