import { ApiError } from '#contract/http/errors.ts';
import type { CallerLife } from '../../http/caller/caller-life.ts';
import { networkOf } from '../../http/caller/client-network.ts';
import { createFairQueue } from '../../http/fair-queue.ts';
import { createTokenBuckets } from '../../limits/token-buckets.ts';
import type { Rate } from '../../limits/token-buckets.ts';
import type { HeavyQuery, QueryArguments, QueryResult } from './heavy-queries.ts';
import type { QueryRunner } from './query-thread.ts';

/** Limits of reads that no cached response answers. */
export interface MissLimits {
  /** Processor time in ms that the reads of one network may use. */
  readonly budget: Rate;
  /** Maximum number of reads that wait in each of the queues (main thread, thread of queries, other threads, fetches). */
  readonly maxWaiting: number;
}

/**
 * A visitor whose device holds the catalogue needs a few such reads a minute, of some ms each. The budget refills slowly: after some
 * seconds, a network that asks for more waits behind all networks that ask for less, even when many such networks share the thread.
 */
export const DEFAULT_MISS_LIMITS: MissLimits = { budget: { burst: 4_000, perSecond: 10 }, maxWaiting: 200 };

/** Maximum number of fetches that wait for another machine at the same time. */
const FETCHES_AT_ONCE = 16;

/** Who asks for a read. */
export interface ReadCaller {
  readonly address: string;
  /** A read that still waits for its turn is given up when this life ends; undefined for a read whose result is kept for the next caller. */
  readonly life: CallerLife | undefined;
}

/** Runs reads that no cached response answers, within the limits of each network. */
export interface Misses {
  /** Runs a heavy query; returns its result as JSON. @throws ApiError too-many-requests, not-ready */
  queryJson<Name extends HeavyQuery>(
    caller: ReadCaller,
    name: Name,
    ...args: QueryArguments<Name>
  ): Promise<Uint8Array>;
  /** Runs a heavy query. @throws ApiError too-many-requests, not-ready */
  query<Name extends HeavyQuery>(
    caller: ReadCaller,
    name: Name,
    ...args: QueryArguments<Name>
  ): Promise<QueryResult<Name>>;
  /** Runs a read of some milliseconds on the main thread, one at a time. @throws ApiError too-many-requests, not-ready */
  runHere<T>(caller: ReadCaller, read: () => Promise<T>): Promise<T>;
  /**
   * Fetches something from another machine, a few at a time and apart from all other reads, and turns it into a result on the main thread.
   * Only the second step is charged. @throws ApiError too-many-requests, not-ready
   */
  fetch<Fetched, T>(caller: ReadCaller, fetch: () => Promise<Fetched>, use: (fetched: Fetched) => T): Promise<T>;
  /** Runs work of some milliseconds on other threads, one at a time. @throws ApiError too-many-requests, not-ready */
  runBeside<T>(caller: ReadCaller, work: () => Promise<T>): Promise<T>;
}

/** Whether a read was rejected by the limits above; the same read by a caller from another network may be answered. */
export const isOverLimit = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'too-many-requests' || error.code === 'not-ready');

const decoder = new TextDecoder();

export function createMisses(runner: QueryRunner, limits: MissLimits, now: () => number): Misses {
  const budget = createTokenBuckets(limits.budget, now);
  const { maxWaiting } = limits;
  const queries = createFairQueue({ budget, concurrency: runner.concurrency, maxWaiting });
  const here = createFairQueue({ budget, concurrency: 1, maxWaiting });
  const beside = createFairQueue({ budget, concurrency: 1, maxWaiting });
  const fetches = createFairQueue({ budget, concurrency: FETCHES_AT_ONCE, maxWaiting });

  const runIn =
    (queue: typeof here): Misses['runHere'] =>
    ({ address, life }, work) =>
      queue.run(
        networkOf(address),
        async () => {
          const start = performance.now();
          const value = await work();
          return { value, costMs: performance.now() - start };
        },
        life,
      );

  const queryJson: Misses['queryJson'] = ({ address, life }, name, ...args) =>
    queries.run(networkOf(address), () => runner.run(name, args), life);

  return {
    queryJson,
    async query(caller, name, ...args) {
      return JSON.parse(decoder.decode(await queryJson(caller, name, ...args))) as QueryResult<typeof name>;
    },
    runHere: runIn(here),
    fetch: ({ address, life }, fetch, use) =>
      fetches.run(
        networkOf(address),
        async () => {
          const fetched = await fetch();
          const start = performance.now();
          const value = use(fetched);
          return { value, costMs: performance.now() - start };
        },
        life,
      ),
    runBeside: runIn(beside),
  };
}
