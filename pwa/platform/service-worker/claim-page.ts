/** How often a worker is asked, and the pause before it is asked again, in ms. */
const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 2_000;

/**
 * Lets a page that was loaded without a service worker have the first one as soon as that is active. The worker does not claim pages by
 * itself: one that is still being loaded then would stay without it. A claim that comes too soon for the browser has no effect and is made
 * again.
 */
export function claimPage({ installing, waiting, active }: ServiceWorkerRegistration): void {
  const worker = active ?? waiting ?? installing;
  let times = 0;
  const claim = (): void => {
    if (worker?.state !== 'activated' || navigator.serviceWorker.controller || times >= MAX_ATTEMPTS) return;
    times += 1;
    worker.postMessage({ type: 'CLAIM' });
    setTimeout(claim, RETRY_DELAY_MS);
  };
  worker?.addEventListener('statechange', claim);
  claim();
}
