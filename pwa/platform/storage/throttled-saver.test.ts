import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ThrottledSaver } from './throttled-saver.ts';

const DELAY_MS = 300;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const saved: (string | null)[] = [];
  const errors: unknown[] = [];
  const slow: (() => void)[] = [];
  let isSlow = false;
  let failure: Error | undefined;
  const saver = new ThrottledSaver<string | null>({
    delayMs: DELAY_MS,
    save: async (value) => {
      if (isSlow) await new Promise<void>((resolve) => slow.push(resolve));
      if (failure) throw failure;
      saved.push(value);
    },
    onError: (error) => errors.push(error),
  });
  return {
    saver,
    saved,
    errors,
    makeSlow: () => (isSlow = true),
    failWith: (error: Error | undefined) => (failure = error),
    finishSave: () => slow.shift()?.(),
  };
}

test('a value is saved once per interval, even while changes follow without a pause', () => {
  const { saver, saved } = start();
  saver.put('a');
  vi.advanceTimersByTime(DELAY_MS - 1);
  expect(saved).toEqual([]);
  saver.put('ab');
  vi.advanceTimersByTime(1);
  expect(saved).toEqual(['ab']);
  saver.put('abc');
  vi.advanceTimersByTime(DELAY_MS);
  expect(saved).toEqual(['ab', 'abc']);
});

test('a flush saves synchronously, and nothing twice', async () => {
  const { saver, saved } = start();
  saver.put('a');
  void saver.flush();
  expect(saved).toEqual(['a']);
  await saver.flush();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(['a']);
});

test('a dropped value is not saved', async () => {
  const { saver, saved } = start();
  saver.put('a');
  await saver.drop();
  await vi.advanceTimersByTimeAsync(1_000);
  await saver.flush();
  expect(saved).toEqual([]);
});

test('a drop waits for the running save and prevents the next one', async () => {
  const { saver, saved, makeSlow, finishSave } = start();
  makeSlow();
  saver.put('a');
  void saver.flush();
  saver.put('b');
  let isDropped = false;
  const dropping = saver.drop().then(() => (isDropped = true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isDropped).toBe(false);
  finishSave();
  await dropping;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(['a']);
});

test('a failure is reported, and the next change is saved', async () => {
  const { saver, saved, errors, failWith } = start();
  const full = new Error('full');
  failWith(full);
  saver.put('a');
  await saver.flush();
  expect(errors).toEqual([full]);
  failWith(undefined);
  saver.put(null);
  await saver.flush();
  expect(saved).toEqual([null]);
});
