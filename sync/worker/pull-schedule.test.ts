import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backoffMs, PullSchedule } from './pull-schedule.ts';

let pulls: string[];
let schedule: PullSchedule<string>;
let answer: (key: string, signal: AbortSignal) => Promise<void>;
let failures: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  pulls = [];
  failures = [];
  answer = async () => undefined;
  schedule = new PullSchedule({
    pull: (key, signal) => {
      pulls.push(key);
      return answer(key, signal);
    },
    onFailure: (_key, error) => failures.push(error),
    isVisible: () => true,
    now: () => Date.now(),
    random: () => 0.5,
  });
});
afterEach(() => {
  schedule.stop();
  vi.useRealTimers();
});

it('[PULL1] pulls the most wanted first, one at a time', async () => {
  let running = 0;
  let most = 0;
  answer = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 100));
    running -= 1;
  };
  schedule.add('rest', 0);
  schedule.add('screen', 3);
  schedule.add('opened', 2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pulls).toEqual(['screen', 'opened', 'rest']);
  expect(most).toBe(1);
});

it('[PULL2] polls again by the timer alone', async () => {
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(180_500);
  expect(pulls.length).toBe(4);
});

it('[PULL3] a poke pulls soon, also when it arrives while a pull runs', async () => {
  answer = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(500);
  schedule.poke('a', 200);
  schedule.poke('a', 200);
  await vi.advanceTimersByTimeAsync(700);
  expect(pulls.length).toBe(2);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(pulls.length).toBe(2);
});

it('[PULL4] a failed pull is tried again without any event, later each time, and wake starts over', async () => {
  answer = async () => {
    throw new Error('no network');
  };
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(failures.length).toBeGreaterThan(10);
  expect(failures.length).toBeLessThan(40);
  const before = pulls.length;
  schedule.wake();
  await vi.advanceTimersByTimeAsync(10);
  expect(pulls.length).toBe(before + 1);
});

it('[PULL5] a pull without progress is given up and repeated', async () => {
  answer = (_key, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(260_000);
  expect(failures.length).toBe(1);
  expect(pulls.length).toBe(2);
});

it('[PULL6] delays stay between half a second and a minute', () => {
  for (let failed = 1; failed < 20; failed++) {
    for (const random of [0, 0.3, 0.999]) {
      expect(backoffMs(failed, () => random)).toBeGreaterThanOrEqual(500);
      expect(backoffMs(failed, () => random)).toBeLessThanOrEqual(60_000);
    }
  }
});
