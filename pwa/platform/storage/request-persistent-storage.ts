let isRequested = false;

/** Requests persistent storage, once a visit and after an action of the visitor. */
export function requestPersistentStorage(): void {
  if (isRequested) return;
  isRequested = true;
  // When it is denied or not supported, storage is best effort.
  navigator.storage?.persist?.().catch(() => undefined);
}
