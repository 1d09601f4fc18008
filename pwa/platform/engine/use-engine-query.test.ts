import { afterEach, expect, test, vi } from 'vitest';
import { afterDelay } from './after-delay.ts';
import { startLiveQuery } from './use-engine-query.ts';

/** A query whose runs the test settles. */
function setUp() {
  const runs: { resolve: (result: string) => void; reject: (error: Error) => void }[] = [];
  const shown: string[] = [];
  const live = startLiveQuery(() => new Promise<string>((resolve, reject) => runs.push({ resolve, reject })), {
    result: (result) => shown.push(result),
    failure: (error) => shown.push(String(error)),
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { runs, shown, live, settle };
}

test('any number of changes during a run leads to one more run', async () => {
  const { runs, shown, live, settle } = setUp();
  live.refetch();
  live.refetch();
  live.refetch();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve('one');
  await settle();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve('two');
  await settle();
  expect(runs).toHaveLength(2);
  expect(shown).toEqual(['one', 'two']);
});

test('a failure is shown and does not end the query', async () => {
  const { runs, shown, live, settle } = setUp();
  runs[0]?.reject(new Error('lost'));
  await settle();
  live.refetch();
  runs[1]?.resolve('back');
  await settle();
  expect(shown).toEqual(['Error: lost', 'back']);
});

test('a closed query shows nothing and does not run again', async () => {
  const { runs, shown, live, settle } = setUp();
  live.refetch();
  live.close();
  runs[0]?.resolve('late');
  await settle();
  live.refetch();
  expect(runs).toHaveLength(1);
  expect(shown).toEqual([]);
});

afterEach(() => void vi.useRealTimers());

test('a query starts after its delay, unless it is canceled', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const start = vi.fn();
  afterDelay(100)(start);
  afterDelay(100)(start)();
  expect(start).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(start).toHaveBeenCalledOnce();
});
