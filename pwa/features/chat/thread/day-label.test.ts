import { expect, test } from 'vitest';
import { dayOf, formatClock, labelDay } from './day-label.ts';

const NOW_MS = new Date(2026, 2, 1, 0, 30).getTime();
const at = (...parts: [number, number, number]): string => dayOf(new Date(...parts, 23, 59).getTime());

test.each([
  [at(2026, 2, 1), 'Today'],
  [at(2026, 1, 28), 'Yesterday'],
  [at(2026, 1, 27), 'Friday, February 27'],
  [at(2025, 11, 31), 'December 31, 2025'],
  [at(2026, 2, 2), 'Monday, March 2'],
])('%s is labelled %s', (day, expected) => {
  expect(labelDay(day, NOW_MS)).toBe(expected);
});

test("a day begins at midnight in the device's time zone", () => {
  expect(dayOf(new Date(2026, 0, 5, 0, 0).getTime())).toBe('2026-01-05');
  expect(dayOf(new Date(2026, 0, 4, 23, 59, 59).toISOString())).toBe('2026-01-04');
});

test('a clock shows hours and minutes', () => {
  expect(formatClock(new Date(2026, 0, 5, 14, 7).toISOString())).toMatch(/^2:07\sPM$/);
});
