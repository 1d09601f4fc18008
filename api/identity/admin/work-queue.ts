/** Runs one piece of work after another. */
export interface WorkQueue {
  isFull(): boolean;
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** A queue that calls itself full when so many wait; who may still come in then is the caller's matter. */
export function createWorkQueue(maxWaiting: number): WorkQueue {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const leave = (): void => {
    waiting -= 1;
  };
  return {
    isFull: () => waiting >= maxWaiting,
    run(work) {
      waiting += 1;
      const result = last.then(work);
      last = result.then(leave, leave);
      return result;
    },
  };
}
