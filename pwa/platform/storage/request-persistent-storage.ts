let isRequested = false;

/** Requests persistent storage, once per visit, after an action of the visitor. */
export function requestPersistentStorage(): void {
  if (isRequested) return;
  isRequested = true;
  // If persistence is denied or not supported, storage stays best effort.
  navigator.storage?.persist?.().catch(() => undefined);
}
