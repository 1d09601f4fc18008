import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDollars, MAX_CENTS, parseDollars } from './money.ts';
import type { Cents } from './money.ts';

describe('money', () => {
  it('round-trips every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
        expect(parseDollars(formatDollars(cents as Cents))).toBe(cents);
      }),
    );
  });

  it.each([
    ['0', 0],
    ['19.9', 1990],
    ['19.99', 1999],
    ['20.00', 2000],
    ['9999999.99', 999_999_999],
  ])('reads %s', (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
  });

  it.each(['1e3', '-5', '1,000', '19.999', 'NaN', '', ' 1', '01', '.5', '5.', '10000000', '٣'])(
    'refuses %j',
    (text) => {
      expect(parseDollars(text)).toBeUndefined();
    },
  );
});
