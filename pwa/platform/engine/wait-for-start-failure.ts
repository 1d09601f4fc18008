/** Resolves when a worker cannot be started. Errors after its first reply do not count: they are bugs of single calls. */
export function waitForStartFailure(worker: Worker, firstReply: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fail = (): void => resolve();
  worker.addEventListener('error', fail);
  void firstReply.then(() => worker.removeEventListener('error', fail), fail);
  return promise;
}
