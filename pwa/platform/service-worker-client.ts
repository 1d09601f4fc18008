import { useSyncExternalStore } from 'react';
import { trustedScriptUrl } from './trusted-types.ts';

const CHECK_INTERVAL_MS = 60 * 60_000;

/** What a newer version of the page needs to take over here: a word to its worker, or, after another tab gave it, a reload. */
type Update = { readonly waiting: ServiceWorker } | 'active';

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
  const container = navigator.serviceWorker;
  if (container.controller) container.addEventListener('controllerchange', () => setUpdate('active'));
  else container.addEventListener('controllerchange', handOverPictures, { once: true });
  const registerSoon = (): void => void setTimeout(() => void register(container), delayMs);
  if (document.readyState === 'complete') registerSoon();
  else addEventListener('load', registerSoon, { once: true });
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  try {
    watch(await container.register(trustedScriptUrl('/service-worker.js')));
  } catch {
    // Private windows and policies refuse service workers: the page then works with network and database alone.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const note = (): void => {
    const { waiting } = registration;
    // Without a controller a waiting worker is the first one: nothing older is on the screen.
    if (waiting && navigator.serviceWorker.controller) setUpdate({ waiting });
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', note);
  });
  note();
  const check = (): void => {
    // Without network the check fails, and the next one comes.
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
