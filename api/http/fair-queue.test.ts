import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import { CallerGoneError, CallerLife } from './caller/caller-life.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Charged, FairQueue } from './fair-queue.ts';
import { createTokenBuckets } from '../limits/token-buckets.ts';

const BURST = 100;

const makeQueue = ({ concurrency = 1, maxWaiting = 10 } = {}): FairQueue =>
  createFairQueue({ budget: createTokenBuckets({ burst: BURST, perSecond: 1 }, () => 0), concurrency, maxWaiting });

/** Runs a task that costs 10 ms and takes a turn of the event loop; returns its name, or the code of its rejection. */
const run = (queue: FairQueue, network: string, name: string, onStart: (name: string) => void = () => undefined) =>
  queue
    .run(network, async () => {
      onStart(name);
      await setImmediate();
      return { value: name, costMs: 10 };
    })
    .catch((error: unknown) => (error instanceof ApiError ? error.code : String(error)));

it('[READ3] tasks of a network that has used little run before those of a network that has used much', async () => {
  const queue = makeQueue();
  const started: string[] = [];
  const start = (name: string): void => void started.push(name);
  const tasks = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => run(queue, name[0] ?? '', name, start));
  await Promise.all(tasks);
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

it('[READ3] no more tasks run at once than allowed, also when some fail', async () => {
  const queue = makeQueue({ concurrency: 2 });
  let running = 0;
  let most = 0;
  const task = async (fails: boolean) => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    if (fails) throw new Error('failed');
    return { value: 'done', costMs: 1 };
  };
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) => queue.run('a', () => task(index % 3 === 0))),
  );
  expect([most, results.filter(({ status }) => status === 'rejected').length]).toEqual([2, 3]);
});

it('[READ3] other events are handled between two tasks', async () => {
  const queue = makeQueue();
  const order: string[] = [];
  const tasks = ['1', '2', '3'].map((name) =>
    queue.run('a', () => {
      order.push(name);
      globalThis.setImmediate(() => order.push('event'));
      return Promise.resolve({ value: name, costMs: 1 });
    }),
  );
  await Promise.all(tasks);
  expect(order).toEqual(['1', 'event', '2', 'event', '3']);
});

it('[READ3] in a full queue a network with less budget loses its place to one with more', async () => {
  const queue = makeQueue({ maxWaiting: 2 });
  await run(queue, 'busy', 'earlier');
  const results = [run(queue, 'busy', 'running'), run(queue, 'busy', 'first'), run(queue, 'busy', 'second')];
  const full = run(queue, 'busy', 'third');
  const shopper = run(queue, 'new', 'shopper');
  expect(await Promise.all([...results, full, shopper])).toEqual([
    'running',
    'first',
    'not-ready',
    'not-ready',
    'shopper',
  ]);
});

it('[READ3] tasks that wait when their network uses up its budget are rejected, and add nothing to its debt', async () => {
  const budget = createTokenBuckets({ burst: 5, perSecond: 1 }, () => 0);
  const queue = createFairQueue({ budget, concurrency: 1, maxWaiting: 10 });
  const task = (): Promise<Charged<string>> => Promise.resolve({ value: 'done', costMs: 4 });
  const asked = Array.from({ length: 8 }, () => queue.run('office', task));
  const results = await Promise.allSettled(asked);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', ...Array(6).fill('rejected')]);
  expect(results.at(-1)).toMatchObject({ reason: { code: 'too-many-requests', retryAfterSeconds: 4 } });
  expect(await queue.run('other', task)).toBe('done');
});

it('[READ3] a full queue asks its callers to wait much longer than a starting server does', async () => {
  const queue = makeQueue({ maxWaiting: 0 });
  const running = run(queue, 'a', 'first');
  const rejected = await queue.run('a', () => Promise.reject(new Error('runs'))).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 'not-ready', retryAfterSeconds: 15 });
  expect(await running).toBe('first');
});

it('[READ3] a network without budget is rejected until it has gained some again', async () => {
  let nowMs = 0;
  const budget = createTokenBuckets({ burst: 5, perSecond: 1 }, () => nowMs);
  const queue = createFairQueue({ budget, concurrency: 1, maxWaiting: 1 });
  expect(await run(queue, 'a', 'first')).toBe('first');
  const rejected = await queue.run('a', () => Promise.reject(new Error('runs'))).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 6 });
  expect(await run(queue, 'b', 'other')).toBe('other');
  nowMs = 6_000;
  expect(await run(queue, 'a', 'second')).toBe('second');
});

it('[READ3] a task of a caller who goes while it waits is left out, and its place is free', async () => {
  const queue = makeQueue({ maxWaiting: 1 });
  const life = new CallerLife();
  const first = run(queue, 'a', 'first');
  let hasRun = false;
  const left = queue.run(
    'a',
    () => {
      hasRun = true;
      return Promise.resolve({ value: 'left', costMs: 1 });
    },
    life,
  );
  const rejection = expect(left).rejects.toThrow(CallerGoneError);
  life.end();
  const next = run(queue, 'a', 'next');
  await rejection;
  expect([await first, await next, hasRun]).toEqual(['first', 'next', false]);
  await expect(queue.run('a', () => expect.unreachable(), life)).rejects.toThrow(CallerGoneError);
});
