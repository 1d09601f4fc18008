let isAsked = false;

/** Asks the browser, once a visit and after a real action of the visitor, not to clear what this site keeps. */
export function requestPersistentStorage(): void {
  if (isAsked) return;
  isAsked = true;
  // A refusal, and a browser without the question, change nothing: storage is then best effort.
  navigator.storage?.persist?.().catch(() => undefined);
}
