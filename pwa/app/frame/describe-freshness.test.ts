import { expect, test } from 'vitest';
import { describeFreshness } from './describe-freshness.ts';

const NOW_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

test.each([
  [null, 'Not updated yet'],
  [0, 'Updated just now'],
  [59_999, 'Updated just now'],
  [-3_600_000, 'Updated just now'],
  [MINUTE_MS, 'Updated 1 minute ago'],
  [3.9 * MINUTE_MS, 'Updated 3 minutes ago'],
  [60 * MINUTE_MS, 'Updated 1 hour ago'],
  [26 * 60 * MINUTE_MS, 'Updated 1 day ago'],
])('an age of %o ms is described as "%s"', (ageMs, text) => {
  expect(describeFreshness(NOW_MS, ageMs === null ? null : NOW_MS - ageMs)).toBe(text);
});
