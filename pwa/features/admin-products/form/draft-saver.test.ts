import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftSaver } from './draft-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createKeeper() {
  const saved: (string | null)[] = [];
  const problems: unknown[] = [];
  const open: (() => void)[] = [];
  let isSlow = false;
  let failure: Error | undefined;
  const keeper = new DraftSaver<string>(
    async (draft) => {
      if (isSlow) await new Promise<void>((resolve) => open.push(resolve));
      if (failure) throw failure;
      saved.push(draft);
    },
    (error) => problems.push(error),
  );
  return {
    keeper,
    saved,
    problems,
    beSlow: () => (isSlow = true),
    fail: (error: Error | undefined) => (failure = error),
    goOn: () => open.shift()?.(),
  };
}

test('what is written is kept within 150 ms, also by somebody who never pauses', async () => {
  const { keeper, saved } = createKeeper();
  for (const text of ['a', 'ab', 'abc', 'abcd']) {
    keeper.put(text);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(saved).toEqual(['abc']);
  await vi.advanceTimersByTimeAsync(150);
  expect(saved).toEqual(['abc', 'abcd']);
});

test('a flush keeps at once, and nothing twice', async () => {
  const { keeper, saved } = createKeeper();
  keeper.put('a');
  await keeper.flush();
  await keeper.flush();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(['a']);
});

test('after a drop nothing is written any more, not even what was being written', async () => {
  const { keeper, saved, beSlow, goOn } = createKeeper();
  beSlow();
  keeper.put('a');
  void keeper.flush();
  keeper.put('b');
  let isDropped = false;
  const dropping = keeper.drop().then(() => (isDropped = true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isDropped).toBe(false);
  goOn();
  await dropping;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(['a']);
});

test('a failure is told, and the next change is kept all the same', async () => {
  const { keeper, saved, problems, fail } = createKeeper();
  const full = new Error('full');
  fail(full);
  keeper.put('a');
  await keeper.flush();
  expect(problems).toEqual([full]);
  fail(undefined);
  keeper.put(null);
  await keeper.flush();
  expect(saved).toEqual([null]);
});
