import { expect, it } from 'vitest';
import { parseWholeNumber } from './whole-number.ts';

it('a whole number is read from its plain decimal text', () => {
  for (const number of [0, 1, 12, 2_147_483_647, Number.MAX_SAFE_INTEGER]) {
    expect(parseWholeNumber(String(number))).toBe(number);
  }
});

it.each(['', ' 12', '12\n', '+12', '-1', '0.83', '1e3', '0x10', '1,000', '007', '١٢', '9007199254740992', '5abc'])(
  '%j is no whole number',
  (text) => {
    expect(parseWholeNumber(text)).toBeUndefined();
  },
);

it('a number above the maximum is rejected', () => {
  expect([parseWholeNumber('99', 99), parseWholeNumber('100', 99)]).toEqual([99, undefined]);
});
