/**
 * Calls back with a registration's waiting worker: at once if there is one, and whenever the installation of one ends. Workbox's own
 * `waiting` event will not do. For a worker that waits already, it fires before `register()` resolves. After the first update that Workbox
 * attributes to another page, it never fires again, even if the installation of that update fails.
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
