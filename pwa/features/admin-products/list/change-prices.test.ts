import { expect, test } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import { changePrices, parsePercent } from './change-prices.ts';

test.each([
  ['10', 10],
  ['-12.5', -12.5],
  ['+5', 5],
  [' 7 ', 7],
  ['-99', -99],
  ['0', undefined],
  ['-100', undefined],
  ['1001', undefined],
  ['5%', undefined],
  ['1e2', undefined],
  ['', undefined],
  ['12,5', 12.5],
  ['-12,5', -12.5],
  ['−5', -5],
  ['١٠', 10],
  ['1,234,5', undefined],
])('%j is read as a change of %s percent', (text, percent) => {
  expect(parsePercent(text)).toBe(percent);
});

test('prices are rounded to whole cents, and a missing price stays missing', () => {
  const fields = { ...PRODUCT_DEFAULTS.affiliate, price: '19.99', typical_price: '0', title: 'Lamp' };
  const names = ['price', 'typical_price'];
  expect(changePrices(fields, names, 10)).toEqual({ ...fields, price: '21.99' });
  expect(changePrices(fields, names, -50)).toEqual({ ...fields, price: '10' });
  expect(changePrices({ ...fields, price: '0.01' }, names, -99)).toMatchObject({ price: '0.01' });
  expect(changePrices({ ...fields, price: '9999999.99' }, names, 1_000)).toMatchObject({ price: '9999999.99' });
});
