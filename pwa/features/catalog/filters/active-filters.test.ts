import { expect, test } from 'vitest';
import { NO_FILTERS } from '#contract/products/browse.ts';
import type { Cents } from '#contract/money/money.ts';
import { listActiveFilters } from './active-filters.ts';
import { writePriceRange } from './price-range.ts';

const cents = (amount: number): Cents => amount as Cents;

test.each([
  [890, null, 'From $8.90'],
  [null, 123_450, 'Up to $1,234.50'],
  [890, 123_400, '$8.90 – $1,234'],
])('the label of a price range shows its prices in the usual format: %j to %j cents', (from, to, label) => {
  const range = { priceFrom: from === null ? null : cents(from), priceTo: to === null ? null : cents(to) };
  expect(listActiveFilters({ ...NO_FILTERS, ...range }).map((filter) => filter.label)).toEqual([label]);
});

test('the fields of a price range show cents as two digits, and whole dollars without cents', () =>
  expect(writePriceRange({ priceFrom: cents(890), priceTo: cents(2_000) })).toEqual({ from: '8.90', to: '20' }));
