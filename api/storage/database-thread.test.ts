import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startDatabaseThread } from './database-thread.ts';

const LOADED = 1;

/** A thread that needs 200 ms to load and then 60 s to work, and notes in `progress` that it has loaded. */
const SCRIPT = `
  import { parentPort, workerData } from 'node:worker_threads';
  const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
  work(200);
  Atomics.store(workerData, 0, ${LOADED});
  parentPort.postMessage('opened');
  work(60_000);
`;

function startSlowThread() {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const seen: string[] = [];
  const thread = startDatabaseThread<never, unknown>(
    new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`),
    { workerData: progress },
    { onMessage: () => seen.push('message'), onError: () => seen.push('error'), onExit: () => seen.push('exit') },
  );
  return { thread, seen, isLoaded: () => Atomics.load(progress, 0) === LOADED };
}

test.for([0, 50, 150])('a thread that is stopped after %i ms ends only when its database is open', async (ms) => {
  const { thread, isLoaded, seen } = startSlowThread();
  await delay(ms);
  expect(isLoaded()).toBe(false);
  await thread.stop();
  expect(isLoaded()).toBe(true);
  expect(seen).toEqual(['exit']);
});

test('a thread that fails before its database is open can be stopped', async () => {
  const seen: string[] = [];
  const thread = startDatabaseThread<never, unknown>(
    new URL('data:text/javascript,throw new Error("no file")'),
    {},
    {
      onMessage: () => seen.push('message'),
      onError: ({ message }) => seen.push(message),
      onExit: () => seen.push('exit'),
    },
  );
  await thread.stop();
  await thread.stop();
  expect(seen).toEqual(['no file', 'exit']);
});
