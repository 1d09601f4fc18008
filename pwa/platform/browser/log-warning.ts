/** Logs a failure that the page recovers from without a message to the visitor. */
export function logWarning(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- this is the log
  console.warn(what, error);
}
