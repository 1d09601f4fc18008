/** Only some browsers have background sync. */
type WithSync = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } };

/**
 * Registers a background sync while there is no network: the service worker then sends the user's outbox even without an open tab. The tag is
 * the user's id.
 */
export function sendWhenOnline(sub: string): void {
  if (navigator.onLine || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready
    .then((registration: WithSync) => registration.sync?.register(sub))
    // Rejected or not supported: the next tab sends.
    .catch(() => undefined);
}
