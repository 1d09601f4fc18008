import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { formatTwoDecimals, MAX_CENTS } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { readExactCents, readPaidCents } from './exact-amounts.ts';

/** The largest total of an order: the highest price times the largest quantity. */
const MAX_TOTAL = MAX_CENTS * MAX_CART_QUANTITY;

describe('an amount of a payment provider', () => {
  it('is read as exactly the cents that it states, up to the largest total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_TOTAL }), (cents) => {
        const text = formatTwoDecimals(cents as Cents);
        expect(readExactCents(Number(text))).toBe(cents);
        expect(readExactCents(`${text}000000`)).toBe(cents);
      }),
    );
  });

  it.each([
    ['25', 2_500],
    ['25.00000000', 2_500],
    ['12000000.00', 1_200_000_000],
    [59.970000000000006, 5_997],
    ['2.5e1', 2_500],
    ['25.001', undefined],
    [25.004, undefined],
    ['-25', undefined],
    ['1,000', undefined],
    ['', undefined],
    [Number.NaN, undefined],
  ])('is read exactly or not at all: %j', (amount, cents) => expect(readExactCents(amount)).toBe(cents));
});

describe('the paid part of a total', () => {
  it('is the total when the asked amount was paid, a cent less for slightly less, and double for double', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: MAX_TOTAL }), fc.bigInt({ min: 1n, max: 10n ** 27n }), (total, units) => {
        const asked = `${units}.${'0'.repeat(18)}`;
        const less = `${units - 1n}.${'9'.repeat(18)}`;
        expect(readPaidCents(total as Cents, asked, asked)).toBe(total);
        expect(readPaidCents(total as Cents, less, asked)).toBe(total - 1);
        expect(readPaidCents(total as Cents, `${2n * units}`, asked)).toBe(2 * total);
      }),
    );
  });

  it.each([
    [0.000_25, 0.002_5, 250],
    ['0.00025', '0.0025', 250],
    [2.5e-7, 2.5e-6, 250],
    [0, 1, undefined],
    [1, 0, undefined],
    [undefined, 1, undefined],
    ['much', 1, undefined],
  ])('of $25.00, when %s of the asked %s was paid, is %s cents', (paid, asked, cents) =>
    expect(readPaidCents(2_500 as Cents, paid, asked)).toBe(cents),
  );
});
