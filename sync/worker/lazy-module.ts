/** Code that comes late, or what is built from it. */
export interface LazyModule<T> {
  /** Loads on the first call; a failed load is retried by the next one. */
  get(): Promise<T>;
  /** The load in flight or done; undefined before the first `get` and after a failure. */
  readonly started: Promise<T> | undefined;
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let started: Promise<T> | undefined;
  return {
    get() {
      started ??= load().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    get started() {
      return started;
    },
  };
}
