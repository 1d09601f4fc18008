import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { databaseSettings, POSTGRES_URL } from '../databases/test-database.ts';
import { bucketOfTests } from '../blobs/bucket-of-tests.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'main.ts');
/** Start script of a server with limits that no test reaches. */
export const UNLIMITED_SERVER = join(import.meta.dirname, 'unlimited-server.ts');
/** Options for child processes that reuse the compile cache, because compiling is half of the start-up time. */
export const COMPILED_START = {
  execArgv: ['--import', join(import.meta.dirname, 'keep-compiled.ts')],
  env: {
    NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'hexlime-compiled'),
  },
};
/** On PostgreSQL, the database must exist before the process starts; SQLite creates its file itself. */
const ensureArgs =
  POSTGRES_URL === undefined ? [] : ['--import', join(import.meta.dirname, '..', 'databases', 'ensure-database.ts')];
const START_TIMEOUT_MS = 90_000;

/** The server as a process, as an operator starts it. */
export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** The output so far. */
  output(): string;
  /** The origin under which it listens. @throws Error when it exits first or does not start in time */
  url(): Promise<string>;
  /** Exit code; null after a signal. */
  readonly exit: Promise<number | null>;
  /** Kills it with SIGKILL, which leaves the database's files as a power cut would. */
  kill(): Promise<void>;
}

/** Starts a server on a data folder, on a free port and without the demo unless `env` says otherwise; `main`: another start script. */
export function startServerProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  main = MAIN,
): ServerProcess {
  const child = spawn(process.execPath, [...COMPILED_START.execArgv, ...ensureArgs, main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...COMPILED_START.env,
      DATA_DIR: dataDir,
      ...databaseSettings(dataDir),
      ...(POSTGRES_URL !== undefined && { TEST_POSTGRES_URL: POSTGRES_URL }),
      DEMO: '0',
      LOG_LEVEL: 'silent',
      PORT: '0',
      ...bucketOfTests(dataDir),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return {
    child,
    output: () => output,
    exit,
    async url() {
      const endMs = performance.now() + START_TIMEOUT_MS;
      while (performance.now() < endMs && child.exitCode === null) {
        const address = /http:\/\/localhost:(\d+)/.exec(output);
        if (address) return `http://127.0.0.1:${address[1]}`;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`the server did not start: ${output}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
