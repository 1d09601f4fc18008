import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { FirstScreen } from '#contract/screens/first-screen.ts';
import { FirstScreenRecorder } from './first-screen-recorder.ts';

const page = (search: string): FirstScreen => ({
  shop: 'pc',
  state: { ...EMPTY_BROWSE_STATE, search },
  productId: null,
  page: { total: 0, cards: [] },
});
const overview: FirstScreen = {
  shop: 'pc',
  state: EMPTY_BROWSE_STATE,
  productId: null,
  overview: { total: 0, top: [], rows: [] },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[FS1] stores where a visitor stays, not every keystroke on the way', async () => {
  const kept: (readonly FirstScreen[])[] = [];
  const recorder = new FirstScreenRecorder(async (screens) => void kept.push(screens));
  recorder.record(overview);
  for (const search of ['c', 'co', 'cor']) {
    recorder.record(page(search));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(kept).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(kept).toEqual([[overview, page('cor')]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(kept.length).toBe(1);
});

it('[FS1] a failed write does not stop the recorder', async () => {
  let attempts = 0;
  const recorder = new FirstScreenRecorder(async () => {
    attempts += 1;
    throw new TypeError('no code');
  });
  for (const search of ['a', 'b']) {
    recorder.record(page(search));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(attempts).toBe(2);
});
