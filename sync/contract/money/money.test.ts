import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CART_QUANTITY } from '../limits.ts';
import { formatDollars, formatTwoDecimals, MAX_CENTS, parseDollars, toCents, toDollars } from './money.ts';
import type { Cents } from './money.ts';

describe('money', () => {
  it('round-trips every amount, in its shortest form and with both decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
        expect(parseDollars(formatDollars(cents as Cents))).toBe(cents);
        expect(parseDollars(formatTwoDecimals(cents as Cents))).toBe(cents);
      }),
    );
  });

  it.each(['1e3', '-5', '1,000', '19.999', 'NaN', '', ' 1', '01', '.5', '5.', '10000000', '٣'])(
    'rejects %j',
    (text) => {
      expect(parseDollars(text)).toBeUndefined();
    },
  );
});

/** The largest total of an order: the highest price times the largest quantity. */
const MAX_TOTAL = MAX_CENTS * MAX_CART_QUANTITY;
const anyTotal = fc.integer({ min: 0, max: MAX_TOTAL });

/** The decimal text of cents, written independently of the code under test. */
const textOf = (cents: number): string => `${BigInt(cents) / 100n}.${String(BigInt(cents) % 100n).padStart(2, '0')}`;

describe('an amount from another program', () => {
  it('is read as exactly the cents that were meant, up to the largest total', () => {
    fc.assert(
      fc.property(anyTotal, (cents) => {
        expect(toCents(toDollars(cents as Cents))).toBe(cents);
        expect(toCents(Number(textOf(cents)))).toBe(cents);
        expect(toCents(Number(textOf(cents + 1)))).toBe(cents + 1);
        expect(formatTwoDecimals(cents as Cents)).toBe(textOf(cents));
      }),
    );
  });

  it('is read as the cents that were meant when its program multiplied or added fractions of a dollar', () => {
    const price = fc.integer({ min: 1, max: MAX_CENTS });
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: MAX_CART_QUANTITY }), (cents, quantity) => {
        expect(toCents((cents / 100) * quantity)).toBe(cents * quantity);
        let sum = 0;
        for (let unit = 0; unit < quantity; unit += 1) sum += cents / 100;
        expect(toCents(sum)).toBe(cents * quantity);
      }),
    );
    expect(toCents(59.970000000000006)).toBe(5_997);
  });

  it('is rejected if it is a tenth of a cent or more off whole cents', () => {
    fc.assert(
      fc.property(anyTotal, fc.integer({ min: 1, max: 9 }), (cents, tenths) => {
        expect(toCents(Number(`${textOf(cents)}${tenths}`))).toBeUndefined();
      }),
    );
  });

  it.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e15, 1e300])('is rejected: %s', (dollars) => {
    expect(toCents(dollars)).toBeUndefined();
  });
});
