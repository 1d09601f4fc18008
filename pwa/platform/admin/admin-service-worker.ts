import { useSyncExternalStore } from 'react';
import { SHOPS } from '#contract/shops.ts';
import { claimPage } from '../service-worker/claim-page.ts';
import { trustedScriptUrl } from '../browser/trusted-types.ts';

/** The administration's addresses have no common beginning, so each has a worker of its own; they share one cache. */
const SCOPES = ['/orders', ...SHOPS.map(({ adminPath }) => adminPath)];

let waiting: readonly ServiceWorker[] = [];
const listeners = new Set<() => void>();

/** Keeps the administration on the device. A newer version waits until somebody asks for it. */
export function startAdminServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = async (): Promise<void> => {
    for (const scope of SCOPES) {
      // One after the other: the first one fetches the files, the others find them.
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
  const note = (): void => {
    const { waiting: next, active } = registration;
    if (!next || !active || waiting.includes(next)) return;
    waiting = [...waiting, next];
    for (const listener of listeners) listener();
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', note));
  note();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a newer version is ready, and how to change to it: this tab reloads, with forms as they are kept on the device. */
export function useAdminUpdate(): { readonly isReady: boolean; readonly apply: () => void } {
  const isReady = useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );
  return { isReady, apply };
}

function apply(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  for (const worker of waiting) worker.postMessage({ type: 'SKIP_WAITING' });
}
