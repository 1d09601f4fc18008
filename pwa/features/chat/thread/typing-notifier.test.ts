import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TypingNotifier } from './typing-notifier.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const sent: (readonly [number, boolean])[] = [];
  const startMs = Date.now();
  const typing = new TypingNotifier((isTyping) => sent.push([Date.now() - startMs, isTyping]), Date.now);
  return { typing, sent };
}

test('typing is sent at once, repeated every second and ended 2 s after the last key', () => {
  const { typing, sent } = start();
  for (let key = 0; key < 15; key++) {
    typing.typed();
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual([
    [0, true],
    [1_000, true],
    [3_400, false],
  ]);
});

test('sending a message ends typing at once, and only if it had started', () => {
  const { typing, sent } = start();
  typing.stop();
  expect(sent).toEqual([]);
  typing.typed();
  typing.stop();
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual([
    [0, true],
    [0, false],
  ]);
});
