/**
 * Calls back with a registration's waiting worker: at once if there is one, and whenever the installation of one ends. Workbox's own
 * `waiting` event will not do: if a worker waits already, it comes before `register()` resolves, and after the first update that is not this
 * page's own it never comes again, even if that update's installation fails.
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
