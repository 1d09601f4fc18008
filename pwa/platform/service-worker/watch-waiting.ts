/**
 * Calls back with a worker of a registration that waits: at once if there is one, and whenever an installation ends. Workbox's own `waiting`
 * event comes before `register()` resolves for a worker that waits already, and no more after the first update that is not this page's own,
 * even if its installation fails.
 */
export function watchWaiting(
  registration: ServiceWorkerRegistration,
  onWaiting: (worker: ServiceWorker) => void,
): void {
  const check = (): void => {
    if (registration.waiting) onWaiting(registration.waiting);
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', check));
  check();
}
