/** Code that is loaded on demand, or what is built from it. */
export type LazyModule<T> = ReturnType<typeof lazyModule<T>>;

/** Loads on the first `get`; a failed load is retried by the next one. `started` is the load in flight or done. */
export function lazyModule<T>(load: () => Promise<T>) {
  let started: Promise<T> | undefined;
  return {
    get(): Promise<T> {
      started ??= load().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    get started(): Promise<T> | undefined {
      return started;
    },
  };
}
