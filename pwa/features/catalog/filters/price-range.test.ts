import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_CENTS } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { readPriceRange, writePriceRange } from './price-range.ts';

test.each([
  ['', '', null, null],
  ['10', '', 1_000, null],
  ['', '19.9', null, 1_990],
  [' $ 10 ', '$20.50', 1_000, 2_050],
  ['1299', '1,299.50', 129_900, 129_950],
  ['1 299', '1.299,50', 129_900, 129_950],
  ['12,5', '12,75', 1_250, 1_275],
  ['007', '.5', 700, null],
  ['5', '5', 500, 500],
  ['0', '', 0, null],
  ['10.', '', 1_000, null],
  ['１０', '٢٠', 1_000, 2_000],
])('the price range %j to %j is read, with an error only if it is reversed', (from, to, priceFrom, priceTo) => {
  if (from === '007') expect(readPriceRange({ from, to })).toEqual({ field: 'to', reason: 'reversed' });
  else expect(readPriceRange({ from, to })).toEqual({ priceFrom, priceTo });
});

test.each([
  ['ten', '', 'from', 'dollars'],
  ['', '1e3', 'to', 'dollars'],
  ['-5', '', 'from', 'dollarsNegative'],
  ['1.999', '', 'from', 'dollarsAmbiguous'],
  ['', '1,299', 'to', 'dollarsAmbiguous'],
  ['', '99999999', 'to', 'dollarsTooLarge'],
  ['1,2,3', '', 'from', 'dollars'],
  ['€10', '', 'from', 'dollarsCurrency'],
] as const)('the price range %j to %j is rejected: field %s, reason %s', (from, to, field, reason) => {
  expect(readPriceRange({ from, to })).toEqual({ field, reason });
});

test('a highest price below the lowest one is an error', () => {
  expect(readPriceRange({ from: '20', to: '10' })).toEqual({ field: 'to', reason: 'reversed' });
});

test('every range survives writing and reading its fields', () => {
  const cents = fc.option(fc.integer({ min: 0, max: MAX_CENTS }).map((value) => value as Cents));
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      const [priceFrom, priceTo] = a !== null && b !== null && a > b ? [b, a] : [a, b];
      expect(readPriceRange(writePriceRange({ priceFrom, priceTo }))).toEqual({ priceFrom, priceTo });
    }),
  );
});
