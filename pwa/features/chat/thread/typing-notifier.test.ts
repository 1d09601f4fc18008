import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TypingNotifier } from './typing-notifier.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const said: (readonly [number, boolean])[] = [];
  const startMs = Date.now();
  const notes = new TypingNotifier((isTyping) => said.push([Date.now() - startMs, isTyping]), Date.now);
  return { notes, said };
}

test('typing is said at once, once a second, and ended 2 s after the last letter', () => {
  const { notes, said } = start();
  for (let letter = 0; letter < 15; letter++) {
    notes.typed();
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(5_000);
  expect(said).toEqual([
    [0, true],
    [1_000, true],
    [3_400, false],
  ]);
});

test('sending ends it at once; who did not type has nothing to end', () => {
  const { notes, said } = start();
  notes.stop();
  expect(said).toEqual([]);
  notes.typed();
  notes.stop();
  vi.advanceTimersByTime(5_000);
  expect(said).toEqual([
    [0, true],
    [0, false],
  ]);
});
