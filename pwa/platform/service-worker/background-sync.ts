/** Only some browsers have it. */
type WithSync = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } };

/**
 * Asks the browser, while there is no network, to have a user's outbox sent once there is, also when no tab is open any more. The tag is the
 * user's id.
 */
export function sendWhenOnline(sub: string): void {
  if (navigator.onLine || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready
    .then((registration: WithSync) => registration.sync?.register(sub))
    // Refused or missing: the next tab sends.
    .catch(() => undefined);
}
