import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { FirstScreen } from '#contract/first-screen.ts';
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

it('[FS1] keeps where a visitor stays, not every letter on the way there', async () => {
  const kept: (readonly FirstScreen[])[] = [];
  const notes = new FirstScreenRecorder(async (screens) => void kept.push(screens));
  notes.note(overview);
  for (const search of ['c', 'co', 'cor']) {
    notes.note(page(search));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(kept).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(kept).toEqual([[overview, page('cor')]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(kept.length).toBe(1);
});

it('[FS1] goes on when nothing can be kept', async () => {
  let attempts = 0;
  const notes = new FirstScreenRecorder(async () => {
    attempts += 1;
    throw new TypeError('No code');
  });
  for (const search of ['a', 'b']) {
    notes.note(page(search));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(attempts).toBe(2);
});
