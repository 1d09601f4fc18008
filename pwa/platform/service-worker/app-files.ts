/** Returns whether the app's own files are on this device, so that it opens without a connection. */
export async function isAppKept(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  // A worker is active only once all of its files are stored.
  return registration?.active?.state === 'activated';
}

/** Looks for a newer version now: the server has named one. Without network, the next check finds it. */
export async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => undefined);
}
