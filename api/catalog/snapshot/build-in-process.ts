import { fork } from 'node:child_process';
import process from 'node:process';
import type { BuildSnapshots, SnapshotMessage } from './snapshot-build.ts';

const PROCESS = new URL('./snapshot-process.ts', import.meta.url);

/** Rows are needed for one block only: early garbage collection keeps the process smaller by tens of megabytes. */
const MAX_SEMI_SPACE_MB = 2;
/** Far more than a block needs, even of very long descriptions. Below 2 GB, V8 collects garbage before it doubles the process's memory. */
const MAX_OLD_SPACE_MB = 1_536;
const MEMORY_FLAGS = [`--max-semi-space-size=${MAX_SEMI_SPACE_MB}`, `--max-old-space-size=${MAX_OLD_SPACE_MB}`];
/** For glibc: the one working thread could not reuse memory that helper threads have freed in arenas of their own. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1' };

/** What the process sends: something to store, or why it cannot continue. */
export type BuildReport = SnapshotMessage | { readonly error: unknown };

/**
 * Builds in a process of its own: compressing a shop takes seconds, and the memory that rows and blocks took would stay with the server's
 * allocator, while a process that ends gives all of it back. It only reads, so it can be killed at any moment.
 */
export const buildInProcess: BuildSnapshots = (task, store) => {
  const child = fork(PROCESS, {
    serialization: 'advanced',
    execArgv: [...process.execArgv, ...MEMORY_FLAGS],
    env: { ...process.env, ...ALLOCATOR },
  });
  const ended = Promise.withResolvers<void>();
  let stored = Promise.resolve();
  let failure: unknown;
  let isStopped = false;
  const kill = (): void => void child.kill('SIGKILL');

  child.on('message', (report: BuildReport) => {
    if ('error' in report) {
      failure = report.error;
      return;
    }
    // Under `node --watch` a process also names the files that it loads.
    if (!('block' in report || 'snapshot' in report)) return;
    stored = store(report);
    // A process that has ended meanwhile is reported below.
    stored.then(() => void child.send('stored', () => undefined), kill);
  });
  child.on('error', ended.reject);
  // Unlike `exit`, `close` comes after the last message.
  child.on('close', (code, signal) => {
    stored.then(() => {
      if (isStopped || code === 0) ended.resolve();
      else ended.reject(failure ?? new Error(`the process that builds snapshots has ended with ${signal ?? code}`));
    }, ended.reject);
  });
  child.send(task, () => undefined);

  return {
    done: ended.promise,
    async stop() {
      isStopped = true;
      kill();
      await ended.promise.catch(() => undefined);
    },
  };
};
