import { useSyncExternalStore } from 'react';
import { trustedScriptUrl } from './trusted-types.ts';

const CHECK_INTERVAL_MS = 60 * 60_000;

let waiting: ServiceWorker | undefined;
const listeners = new Set<() => void>();

/** Registers the service worker after the page has loaded and watches for new versions. Never reloads by itself. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  if (!container.controller) container.addEventListener('controllerchange', handOverPictures, { once: true });
  try {
    const registration = await container.register(trustedScriptUrl('/service-worker.js'));
    watch(registration);
  } catch {
    // Private windows and policies refuse service workers: the page then works with network and database alone.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const note = (): void => {
    // Without a controller a waiting worker is the first one: nothing older is on the screen.
    waiting = navigator.serviceWorker.controller ? (registration.waiting ?? undefined) : undefined;
    for (const listener of listeners) listener();
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', note);
  });
  note();
  const check = (): void => {
    if (navigator.onLine) registration.update().catch(() => undefined);
  };
  setInterval(check, CHECK_INTERVAL_MS);
  addEventListener('online', check);
}

/** The pictures that this visit loaded before the service worker was there: it takes them over for offline use. */
function handOverPictures(): void {
  const urls = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => new URL(name).pathname.startsWith('/images/'));
  navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_IMAGES', urls: [...new Set(urls)] });
}

/** Whether a new version waits, and how to change to it: all open tabs get it, this one reloads. */
export function useUpdate(): { readonly isReady: boolean; readonly apply: () => void } {
  const worker = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
  return { isReady: worker !== undefined, apply: () => worker && activate(worker) };
}

function activate(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage({ type: 'SKIP_WAITING' });
}
