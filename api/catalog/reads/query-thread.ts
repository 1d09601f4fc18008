import type { Charged } from '../../http/fair-queue.ts';
import type { Database } from '../../storage/database.ts';
import { startDatabaseThread } from '../../storage/database-thread.ts';
import type { DatabaseSource } from '../../storage/database-source.ts';
import type { HeavyQuery } from './heavy-queries.ts';

/** A query for a thread. */
export interface QueryCall {
  readonly number: number;
  readonly name: HeavyQuery;
  readonly args: readonly unknown[];
}

/** A thread's answer to a query. */
export type QueryAnswer =
  | { readonly number: number; readonly json: Uint8Array<ArrayBuffer>; readonly costMs: number }
  | { readonly number: number; readonly error: unknown; readonly code: unknown };

/** Runs heavy queries on committed rows. */
export interface QueryRunner {
  /** Maximum number of queries that run at the same time. */
  readonly concurrency: number;
  /** Runs a query; returns its result as JSON. */
  run(name: HeavyQuery, args: readonly unknown[]): Promise<Charged<Uint8Array>>;
  stop(): Promise<void>;
}

/** Starts a runner on a database. */
export type RunQueries = (database: Database) => QueryRunner;

/** Runs queries on a thread of its own, which leaves the main thread free for other requests; a thread that dies is replaced at the next query. */
export const runQueriesOnThread: RunQueries = ({ source }) => {
  let thread = startThread(source);
  let count = 0;
  return {
    concurrency: 1,
    async run(name, args) {
      if (thread.isDead()) thread = startThread(source);
      return thread.ask({ number: ++count, name, args });
    },
    async stop() {
      await thread.stop();
    },
  };
};

interface QueryThread {
  isDead(): boolean;
  ask(call: QueryCall): Promise<Charged<Uint8Array>>;
  stop(): Promise<void>;
}

function startThread(source: DatabaseSource): QueryThread {
  const pending = new Map<number, PromiseWithResolvers<Charged<Uint8Array>>>();
  let death: Error | undefined;
  const die = (error: Error): void => {
    death ??= error;
    for (const { reject } of pending.values()) reject(death);
    pending.clear();
  };
  const thread = startDatabaseThread<QueryCall, QueryAnswer>(
    new URL('./query-worker.ts', import.meta.url),
    // An idle thread alone does not keep its process running.
    { workerData: source, isIdle: true },
    {
      onMessage(answer) {
        const asked = pending.get(answer.number);
        pending.delete(answer.number);
        if ('json' in answer) asked?.resolve({ value: answer.json, costMs: answer.costMs });
        else asked?.reject(toError(answer.error, answer.code));
      },
      onError: die,
      onExit: () => die(new Error('the thread of queries has stopped')),
    },
  );
  return {
    isDead: () => death !== undefined,
    ask(call) {
      if (death) return Promise.reject(death);
      const asked = Promise.withResolvers<Charged<Uint8Array>>();
      pending.set(call.number, asked);
      thread.post(call);
      return asked.promise;
    },
    stop: thread.stop,
  };
}

const toError = (error: unknown, code: unknown): unknown =>
  error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error;
