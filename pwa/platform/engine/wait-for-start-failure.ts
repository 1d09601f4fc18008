/** Settles when a worker cannot be started; an error after its first reply is a bug of one call. */
export function waitForStartFailure(worker: Worker, firstReply: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fail = (): void => resolve();
  worker.addEventListener('error', fail);
  void firstReply.then(() => worker.removeEventListener('error', fail), fail);
  return promise;
}
