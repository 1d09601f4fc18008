/** Starts queries this late (`QueryOptions.when`). */
export const afterDelay =
  (delayMs: number) =>
  (start: () => void): (() => void) => {
    const timer = setTimeout(start, delayMs);
    return () => clearTimeout(timer);
  };
