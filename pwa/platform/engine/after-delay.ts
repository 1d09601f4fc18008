/** Returns a `QueryOptions.when` that delays the start of queries. */
export const afterDelay =
  (delayMs: number) =>
  (start: () => void): (() => void) => {
    const timer = setTimeout(start, delayMs);
    return () => clearTimeout(timer);
  };
