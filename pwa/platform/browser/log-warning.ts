/** Leaves a failure that the page goes on after, and that nobody is told of, in the browser's console. */
export function logWarning(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- this is the log
  console.warn(what, error);
}
