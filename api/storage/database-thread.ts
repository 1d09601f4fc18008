import { Worker } from 'node:worker_threads';
import type { MessagePort, WorkerOptions } from 'node:worker_threads';

/** The first message of a thread: its database is open. */
const OPENED = 'opened';

/** A thread that reads the database. */
export interface DatabaseThread<Call> {
  post(call: Call): void;
  /** Ends the thread, also in the middle of its work, but not before its database is open. */
  stop(): Promise<void>;
}

/** What a thread reports. */
export interface ThreadListeners<Answer> {
  onMessage(message: Answer): void;
  onError(error: Error): void;
  onExit(): void;
}

/**
 * Starts a thread whose script calls `reportOpened` before anything else is sent. The thread keeps the process running; with `isIdle`, only until
 * its database is open. Ending a thread while it loads the native code of SQLite would abort the whole process, so it is left alone until its
 * database is open.
 */
export function startDatabaseThread<Call, Answer>(
  script: URL,
  options: WorkerOptions & { readonly isIdle?: boolean },
  listeners: ThreadListeners<Answer>,
): DatabaseThread<Call> {
  const { isIdle = false, ...workerOptions } = options;
  const worker = new Worker(script, workerOptions);
  const opened = Promise.withResolvers<void>();
  worker.once('message', () => {
    if (isIdle) worker.unref();
    worker.on('message', listeners.onMessage);
    opened.resolve();
  });
  worker.on('error', listeners.onError);
  worker.on('exit', () => {
    opened.resolve();
    listeners.onExit();
  });
  return {
    post: (call) => worker.postMessage(call),
    async stop() {
      await opened.promise;
      await worker.terminate();
    },
  };
}

/** Tells the thread that started this one that the database is open. */
export const reportOpened = (port: MessagePort): void => port.postMessage(OPENED);
