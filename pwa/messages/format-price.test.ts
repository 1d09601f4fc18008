import { afterEach, expect, test } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import { formatAmount } from './format-amount.ts';
import { formatPrice } from './format-price.ts';
import { formatTotal } from './format-total.ts';
import { setLanguage } from './localized.ts';
import { texts as russian } from './ru/packs/shops.ts';

afterEach(() => setLanguage('en', {}));

/** Returns the same cents as a price, an amount and a total. */
const written = (cents: number): string[] =>
  [formatPrice(cents as Cents), formatAmount(cents), formatTotal(cents as Cents)].map((text) =>
    text.replaceAll(/\s/g, ' '),
  );

test.each([
  [0, '$0', '0.00', '0 $', '0,00'],
  [2_000, '$20', '20.00', '20 $', '20,00'],
  [1_990, '$19.90', '19.90', '19,90 $', '19,90'],
  [129_900, '$1,299', '1,299.00', '1 299 $', '1 299,00'],
  [999_999_999, '$9,999,999.99', '9,999,999.99', '9 999 999,99 $', '9 999 999,99'],
])('%i cents: thousands are grouped, and only a total always shows the cents', (cents, ...texts) => {
  expect(written(cents)).toEqual([texts[0], texts[0], texts[1]]);
  setLanguage('ru', russian);
  expect(written(cents)).toEqual([texts[2], texts[2], texts[3]]);
});
