import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { storeCompiled } from '../../keep-compiled.ts';
import { reportOpened } from '../../storage/database-thread.ts';
import type { DatabaseSource } from '../../storage/database-source.ts';
import { openReader } from '../../storage/open-database.ts';
import { runHeavyQuery } from './heavy-queries.ts';
import type { QueryAnswer, QueryCall } from './query-thread.ts';

/** Added to the niceness of this thread: on a busy machine, the main thread, which answers everything else, goes first. */
const NICENESS = 5;

// Only on Linux a thread has a priority of its own; 19 is the lowest.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + NICENESS));

/** Small: most queries read more pages than any cache would hold, each page once. */
const CACHE_KB = 8_000;

const port = parentPort as MessagePort;
const db = await openReader(workerData as DatabaseSource, { cacheKb: CACHE_KB });
// Stored now: a thread that is terminated does not store what it has compiled.
storeCompiled();
reportOpened(port);

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

port.on('message', ({ number, name, args }: QueryCall) => {
  const before = usedMs();
  runHeavyQuery(db, name, args).then(
    (json) => {
      const answer: QueryAnswer = { number, json, costMs: usedMs() - before };
      port.postMessage(answer, [json.buffer]);
    },
    (error: unknown) => {
      // An error loses its code when it is sent, and storage faults are recognized by it.
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      port.postMessage({ number, error, code } satisfies QueryAnswer);
    },
  );
});
