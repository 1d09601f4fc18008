import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import { NewerServerError } from '../server/api-client.ts';
import { RetryScheduler } from './retry-scheduler.ts';
import type { RetrySchedulerOptions } from './retry-scheduler.ts';

let pulls: string[];
let schedule: RetryScheduler<string>;
let answer: (key: string, signal: AbortSignal) => Promise<void>;
let failures: unknown[];

const create = (more: Partial<RetrySchedulerOptions<string>> = {}): RetryScheduler<string> =>
  new RetryScheduler({
    pull: (key, signal) => {
      pulls.push(key);
      return answer(key, signal);
    },
    onFailure: (_key, error) => failures.push(error),
    isVisible: () => true,
    now: () => performance.now(),
    random: () => 0.5,
    ...more,
  });

beforeEach(() => {
  vi.useFakeTimers();
  pulls = [];
  failures = [];
  answer = async () => undefined;
  schedule = create();
});
afterEach(() => {
  schedule.stop();
  vi.useRealTimers();
});

/** Number of pulls so far, after another `ms`. */
async function pullsAfter(ms: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(ms);
  return pulls.length;
}

it('[PULL1] the key of the highest priority is pulled first, one at a time', async () => {
  let running = 0;
  let most = 0;
  answer = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 100));
    running -= 1;
  };
  // The priority that was set last applies.
  schedule.add('rest', 4);
  schedule.add('rest', 0);
  schedule.add('screen', 3);
  schedule.add('opened', 2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pulls).toEqual(['screen', 'opened', 'rest']);
  expect(most).toBe(1);
});

it('[PULL3] a poke pulls soon, also one that arrives during a pull', async () => {
  answer = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(500);
  schedule.poke('a', 200);
  schedule.poke('a', 200);
  expect(await pullsAfter(700)).toBe(2);
  expect(await pullsAfter(20_000)).toBe(2);
});

it('[PULL3] an announced change costs no pull once another pull has brought it', async () => {
  answer = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  let isNew = true;
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(500);
  schedule.announce('a', 0, () => isNew);
  expect(schedule.shouldYield('a')).toBe(true);
  isNew = false;
  expect(schedule.shouldYield('a')).toBe(false);
  expect(await pullsAfter(50_000)).toBe(1);
  // The regular pull keeps its time.
  expect(await pullsAfter(11_000)).toBe(2);
});

it('[PULL3] a pull that lacks the announced change is repeated within seconds, three times at most', async () => {
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(5_000);
  let isNew = true;
  // The first reply is from a server node that does not have the change yet.
  answer = async () => void (isNew = pulls.length < 3);
  schedule.announce('a', 0, () => isNew);
  expect(await pullsAfter(1)).toBe(2);
  expect(await pullsAfter(600)).toBe(3);
  expect(await pullsAfter(40_000)).toBe(3);

  answer = () => Promise.resolve();
  schedule.announce('a', 0, () => true);
  expect(await pullsAfter(10_000)).toBe(7);
  expect(await pullsAfter(30_000)).toBe(7);
});

it('[PULL3] later announcements keep the delay of the first; a tap or a reconnect pulls without waiting for it', async () => {
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(5_000);
  for (let poke = 0; poke < 20; poke++) {
    schedule.announce('a', 20_000 / (poke + 1), () => true);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(pulls.length).toBe(1);
  expect(await pullsAfter(8_100)).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  schedule.announce('a', 20_000, () => false);
  schedule.wakeAfterConnect();
  expect(await pullsAfter(1)).toBe(3);
  schedule.announce('a', 20_000, () => false);
  schedule.wake();
  expect(await pullsAfter(1)).toBe(4);
});

it('[PULL1] a running pull learns that a key of higher priority waits', async () => {
  answer = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  schedule.add('rest', 0);
  schedule.add('other', 0);
  await vi.advanceTimersByTimeAsync(10);
  expect(schedule.shouldYield('rest')).toBe(false);
  schedule.add('screen', 3);
  expect(schedule.shouldYield('rest')).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(pulls).toEqual(['rest', 'screen', 'other']);
  expect(schedule.shouldYield('rest')).toBe(false);
  schedule.poke('rest', 0);
  await vi.advanceTimersByTimeAsync(1);
  expect(schedule.shouldYield('rest')).toBe(false);
  schedule.poke('rest', 0);
  expect(schedule.shouldYield('rest')).toBe(true);
});

it('[PULL2] the timer alone polls again, also when the clock is set back', async () => {
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  expect(await pullsAfter(180_000)).toBe(4);
});

const failAlways = async (): Promise<void> => {
  throw new Error('no network');
};

it('[PULL4] a failed pull is retried after ever longer delays; a wake-up, such as a tap, resets them', async () => {
  answer = failAlways;
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(failures.length).toBeGreaterThan(10);
  expect(failures.length).toBeLessThan(40);
  const before = pulls.length;
  schedule.wake();
  expect(await pullsAfter(10)).toBe(before + 1);
  expect(await pullsAfter(500)).toBe(before + 2);
});

it.each([
  [
    '[PULL4] a server that asks for 90 s',
    90_000,
    new ApiError('too-many-requests', undefined, { retryAfterSeconds: 90 }),
  ],
  ['[CAT18] a server newer than the page', 15 * 60_000, new NewerServerError()],
])('%s is asked again only after %i ms or a tap, whatever is poked or announced', async (_name, pauseMs, error) => {
  answer = () => Promise.reject(error);
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(1);
  for (let poke = 0; poke < 5; poke++) {
    schedule.announce('a', 0, () => true);
    schedule.poke('a', 200);
    schedule.wakeAfterConnect();
    await vi.advanceTimersByTimeAsync(pauseMs / 5 - 100);
  }
  expect(pulls.length).toBe(1);
  // The retry does not depend on an announced change.
  schedule.announce('a', 0, () => false);
  expect(await pullsAfter(pauseMs / 10)).toBe(2);
  schedule.wake();
  expect(await pullsAfter(10)).toBe(3);
});

it('[RT4] an opening socket pulls at once, except what was pulled within the last second', async () => {
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(500);
  schedule.wakeAfterConnect();
  expect(await pullsAfter(400)).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  schedule.wakeAfterConnect();
  expect(await pullsAfter(10)).toBe(2);
});

it('[PULL4] an opening socket does not reset the delays', async () => {
  answer = failAlways;
  schedule.add('a', 1);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  schedule.wakeAfterConnect();
  await vi.advanceTimersByTimeAsync(10);
  const before = pulls.length;
  expect(await pullsAfter(29_000)).toBe(before);
  expect(await pullsAfter(2_000)).toBe(before + 1);
});

it('[PULL5] a pull that hangs for 5 s after a socket opens is restarted, whatever failed before', async () => {
  schedule.stop();
  schedule = create({
    pull: (key, signal, noteProgress) => {
      pulls.push(key);
      if (pulls.length === 5) setTimeout(noteProgress, 2_000);
      return pulls.length < 4 ? Promise.reject(new Error('away')) : new Promise(() => signal);
    },
    maxSilenceAfterConnectMs: 5_000,
  });
  schedule.add('a', 1);
  expect([await pullsAfter(20_000), failures.length]).toEqual([4, 3]);
  schedule.wakeAfterConnect();
  expect(await pullsAfter(4_900)).toBe(4);
  expect([await pullsAfter(200), failures.length]).toEqual([5, 3]);
  // The new pull makes progress after the socket has opened again, so it is not restarted.
  schedule.wakeAfterConnect();
  expect(await pullsAfter(10_000)).toBe(5);
});

it('[PULL7] `listDueBeside` lists keys due within half an interval, except those the server asked to wait', async () => {
  answer = async (key) => {
    if (key === 'full') throw new ApiError('too-many-requests', undefined, { retryAfterSeconds: 70 });
  };
  for (const key of ['shown', 'rest', 'full']) schedule.add(key, 0);
  expect(schedule.listDueBeside('shown')).toEqual(['rest', 'full']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(schedule.listDueBeside('shown')).toEqual([]);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(schedule.listDueBeside('shown')).toEqual(['rest']);
});
