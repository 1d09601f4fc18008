import { claimPage } from './claim-page.ts';
import type { Update } from './service-worker-client.ts';
import { trustedScriptUrl } from '../browser/trusted-types.ts';

const CHECK_INTERVAL_MS = 60 * 60_000;

/** Registers the service worker; tells of a newer version of the page that waits for its turn. */
export async function registerServiceWorker(onUpdate: (update: Update) => void): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container.controller) container.addEventListener('controllerchange', handOverImages, { once: true });
  try {
    const registration = await container.register(trustedScriptUrl('/service-worker.js'));
    watch(registration, onUpdate);
    claimPage(registration);
  } catch {
    // Private windows and policies refuse service workers: the page then works with network and database alone.
  }
}

function watch(registration: ServiceWorkerRegistration, onUpdate: (update: Update) => void): void {
  const note = (): void => {
    const { waiting } = registration;
    const { controller } = navigator.serviceWorker;
    // Without a controller a waiting worker is the first one: nothing older is on the screen. In WebKit it may wait and control at once.
    if (waiting && controller && waiting !== controller) onUpdate({ waiting });
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
function handOverImages(): void {
  const urls = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => new URL(name).pathname.startsWith('/images/'));
  navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_IMAGES', urls: [...new Set(urls)] });
}
