import { afterEach, expect, it, vi } from 'vitest';
import { WaitingUnits } from './waiting-units.ts';

afterEach(() => vi.restoreAllMocks());

it('the longest wait is that of the unit that came first, and 0 when no unit waits', () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const waiting = new WaitingUnits();
  expect([waiting.count, waiting.longestWaitMs]).toEqual([0, 0]);
  const first = waiting.enter();
  nowMs = 100;
  const second = waiting.enter();
  nowMs = 150;
  expect([waiting.count, waiting.longestWaitMs]).toEqual([2, 150]);
  first();
  expect([waiting.count, waiting.longestWaitMs]).toEqual([1, 50]);
  second();
  expect([waiting.count, waiting.longestWaitMs]).toEqual([0, 0]);
});
