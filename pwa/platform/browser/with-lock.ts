/** Runs a task under a Web Lock. Returns undefined at once while a task of the same name runs in any tab of this device. */
export async function withLock<T>(name: string, task: () => Promise<T>): Promise<T | undefined> {
  // Without locks, the server's idempotency keys alone prevent duplicates.
  if (!navigator.locks) return task();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? task() : undefined));
}
