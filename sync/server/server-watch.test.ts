import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PROBE_AFTER_MS, PROBE_INTERVAL_MS } from '#contract/limits.ts';
import { ServerWatch } from './server-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch of a server; `state` says whether it answers, and how many calls it has answered. */
function startWatch(state: { isUp: boolean; answers: number }) {
  const seen: string[] = [];
  const watch = new ServerWatch({
    origin: 'https://shop.example',
    fetch: async (url, { method } = {}) => {
      seen.push(`${method} ${new URL(String(url)).pathname}`);
      if (!state.isUp) throw new TypeError('no network');
      return new Response();
    },
    countAnswers: () => state.answers,
    onLost: () => seen.push('lost'),
    onFound: () => seen.push('found'),
  });
  watch.start();
  return { watch, seen };
}

it('[PULL8] the watch asks nothing while calls are answered, and reports a server that is lost later', async () => {
  const state = { isUp: true, answers: 0 };
  const { watch, seen } = startWatch(state);
  state.answers += 1;
  await vi.advanceTimersByTimeAsync(PROBE_AFTER_MS);
  state.answers += 1;
  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL_MS);
  expect(seen).toEqual([]);
  state.isUp = false;
  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL_MS);
  expect(seen).toEqual(['HEAD /healthz', 'lost']);
  watch.stop();
});

it('[PULL8] the watch asks soon if no call is answered, and goes on until the server is found again', async () => {
  const state = { isUp: false, answers: 7 };
  const { watch, seen } = startWatch(state);
  await vi.advanceTimersByTimeAsync(PROBE_AFTER_MS);
  expect(seen).toEqual(['HEAD /healthz', 'lost']);
  Object.assign(state, { isUp: true, answers: 8 });
  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL_MS);
  expect(seen.slice(2)).toEqual(['HEAD /healthz', 'found']);
  watch.stop();
});
