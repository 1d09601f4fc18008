import { expect, test } from 'vitest';
import { describeTimeLeft } from './time-left.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');

test.each([
  ['2026-11-21T12:30:00.000Z', 'Reserved for 30 more minutes'],
  ['2026-11-21T12:01:01.000Z', 'Reserved for 2 more minutes'],
  ['2026-11-21T12:00:01.000Z', 'Reserved for 1 more minute'],
  ['2026-11-21T12:00:00.000Z', 'The time to pay has run out'],
])('an item reserved until %s is described as: %s', (expires_at, text) => {
  expect(describeTimeLeft({ expires_at }, NOW_MS)).toBe(text);
});

test('an item without a reservation time has no description', () => {
  expect(describeTimeLeft({ expires_at: null }, NOW_MS)).toBeUndefined();
});
