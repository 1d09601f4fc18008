import { Workbox } from 'workbox-window/Workbox.js';
import { trustedScriptUrl } from '../browser/trusted-types.ts';
import { STORAGE_FULL } from '#contract/service-worker/storage-full.ts';
import { claimPage } from './claim-page.ts';
import { isAppTooLarge } from './service-worker-state.ts';
import { watchWaiting } from './watch-waiting.ts';

const CHECK_INTERVAL_MS = 60 * 60_000;

/** Registers the shops' service worker; `onUpdate` receives a function that activates a waiting newer version. */
export async function registerServiceWorker(onUpdate: (activate: () => void) => void): Promise<void> {
  const container = navigator.serviceWorker;
  // Not Workbox's `controlling`: a claim by another tab may come before this registration resolves.
  if (!container.controller) container.addEventListener('controllerchange', handOverImages, { once: true });
  container.addEventListener('message', ({ data }: MessageEvent<{ readonly type?: unknown }>) => {
    if (data.type === STORAGE_FULL) isAppTooLarge.set(!container.controller);
  });
  void container.ready.then(() => isAppTooLarge.set(false));
  const workbox = new Workbox(trustedScriptUrl('/service-worker.js'));
  try {
    const registration = await workbox.register();
    if (!registration) return;
    watchWaiting(registration, (waiting) => {
      const { controller } = container;
      // Without a controller the waiting worker is the first one. In WebKit the first one may wait and control at the same time.
      if (controller && waiting !== controller) onUpdate(() => workbox.messageSkipWaiting());
    });
    void claimPage(container);
  } catch {
    // Private windows and policies reject service workers: the page then works with network and database alone.
    return;
  }
  const check = (): void => {
    // Without network the check would fail; it is made when the network is back.
    if (navigator.onLine) workbox.update().catch(() => undefined);
  };
  setInterval(check, CHECK_INTERVAL_MS);
  addEventListener('online', check);
}

/** Hands over to the service worker the images that this visit loaded before the worker was there, for offline use. */
function handOverImages(): void {
  const urls = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => new URL(name).pathname.startsWith('/images/'));
  navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_IMAGES', urls: [...new Set(urls)] });
}
