/**
 * Lets a page that was loaded without a service worker have the first one as soon as that is active. The worker does not claim pages by
 * itself: one that is still being loaded then would stay without it, and WebKit, asked to claim in the midst of an activation, may never end it.
 */
export function claimPage({ installing, waiting, active }: ServiceWorkerRegistration): void {
  const worker = active ?? waiting ?? installing;
  const claim = (): void => {
    if (worker?.state === 'activated' && !navigator.serviceWorker.controller) worker.postMessage({ type: 'CLAIM' });
  };
  worker?.addEventListener('statechange', claim);
  claim();
}
