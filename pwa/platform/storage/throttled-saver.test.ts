import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ThrottledSaver } from './throttled-saver.ts';

const DELAY_MS = 300;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let saved: (string | null)[];
let errors: unknown[];
/** `slow`: what each save waits for. `failure`: what it then fails with. */
let slow: Promise<void> | undefined;
let failure: Error | undefined;
let saver: ThrottledSaver<string | null>;

beforeEach(() => {
  [saved, errors, slow, failure] = [[], [], undefined, undefined];
  saver = new ThrottledSaver({
    delayMs: DELAY_MS,
    save: async (value) => {
      if (slow) await slow;
      if (failure) throw failure;
      saved.push(value);
    },
    onError: (error) => errors.push(error),
  });
});

test('a value is saved once per interval, even while changes follow without a pause', () => {
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

test('a flush saves synchronously, and saves nothing twice', async () => {
  saver.put('a');
  void saver.flush();
  expect(saved).toEqual(['a']);
  await saver.flush();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(['a']);
});

test('a dropped value is not saved', async () => {
  saver.put('a');
  await saver.drop();
  await vi.advanceTimersByTimeAsync(1_000);
  await saver.flush();
  expect(saved).toEqual([]);
});

test('a drop waits for the running save and prevents the next one', async () => {
  const end = Promise.withResolvers<void>();
  slow = end.promise;
  saver.put('a');
  void saver.flush();
  saver.put('b');
  let isDropped = false;
  const dropping = saver.drop().then(() => (isDropped = true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isDropped).toBe(false);
  end.resolve();
  await dropping;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(['a']);
});

test('a failure is reported, and the next change is saved', async () => {
  const full = new Error('full');
  failure = full;
  saver.put('a');
  await saver.flush();
  expect(errors).toEqual([full]);
  failure = undefined;
  saver.put(null);
  await saver.flush();
  expect(saved).toEqual([null]);
});
