import { expect, it } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import { describeSeen } from './describe-seen.ts';

const seen = (lowest: number, highest: number) => ({
  firstAtMs: Date.UTC(2026, 4, 3, 12),
  lowestAtMs: Date.UTC(2026, 4, 9, 12),
  lowest: lowest as Cents,
  highest: highest as Cents,
});

it.each([
  [25_000, seen(25_000, 30_000), 'Lowest since you first saw it on May 3, 2026'],
  [28_000, seen(25_000, 30_000), '$250 on May 9, 2026'],
  // No description: the price has never changed, none was seen before, or there is no price now.
  [25_000, seen(25_000, 25_000), undefined],
  [25_000, undefined, undefined],
  [0, seen(25_000, 30_000), undefined],
])('a price of %i cents with the seen prices %o is described as: %s', (price, prices, text) => {
  expect(describeSeen(price as Cents, prices)).toBe(text);
});
