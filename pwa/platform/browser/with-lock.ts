/** Runs a task unless it runs already under the same name, in this tab or in another one of this device: then it gives undefined at once. */
export async function withLock<T>(name: string, task: () => Promise<T>): Promise<T | undefined> {
  // Where a browser has no locks, the server's idempotency alone keeps one order one order.
  if (!navigator.locks) return task();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? task() : undefined));
}
