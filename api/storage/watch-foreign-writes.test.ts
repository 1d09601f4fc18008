import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DatabaseSource } from './database-source.ts';
import { watchForeignWrites } from './watch-foreign-writes.ts';

/** What the database answers next. */
let mark: () => Promise<string>;
let marks: number;
let gaps: number;
let errors: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  mark = async () => 'first';
  [marks, gaps, errors] = [0, 0, []];
});
afterEach(() => vi.useRealTimers());

const watch = (source: DatabaseSource) =>
  watchForeignWrites(
    {
      source,
      mark() {
        marks += 1;
        return mark();
      },
    },
    { reportGap: () => void (gaps += 1) },
    (error) => errors.push(error),
  );
const SERVER: DatabaseSource = { engine: 'postgres', url: '' };

it.each([
  [SERVER, 2_000],
  [{ engine: 'sqlite', file: '' }, 250],
] as const)(
  'a commit of another process is reported as one gap within the check interval of the engine: %o',
  async (source, withinMs) => {
    const stop = await watch(source);
    await vi.advanceTimersByTimeAsync(withinMs);
    expect(gaps).toBe(0);
    mark = async () => 'second';
    await vi.advanceTimersByTimeAsync(withinMs - 1);
    expect(gaps).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(gaps).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * withinMs);
    expect(gaps).toBe(1);
    stop();
    mark = async () => 'third';
    await vi.advanceTimersByTimeAsync(withinMs);
    expect(gaps).toBe(1);
  },
);

it('a failed check is reported, and the next one reports a gap for what it missed', async () => {
  await watch(SERVER);
  mark = () => Promise.reject(new Error('the server is away'));
  await vi.advanceTimersByTimeAsync(4_000);
  expect([gaps, errors.length]).toEqual([0, 2]);
  // Another state of the data may have the same mark.
  mark = async () => 'first';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(gaps).toBe(1);
});

it('a slow server is not asked again before it has answered', async () => {
  await watch(SERVER);
  const answer = Promise.withResolvers<string>();
  mark = () => answer.promise;
  marks = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(marks).toBe(1);
  answer.resolve('second');
  await vi.advanceTimersByTimeAsync(2_000);
  expect([marks, gaps]).toEqual([2, 1]);
});
