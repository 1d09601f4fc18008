import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BuildSums } from './build-sums.tsx';

const textOf = (typical_price_sum_cents: number): string => {
  const entry = { category: 'Storage', total: 2, price_sum_cents: 129_950, typical_price_sum_cents };
  return renderToStaticMarkup(createElement(BuildSums, { entry })).replaceAll(/<[^>]+>/g, '');
};

test('a PC build shows both sums with two decimals', () => {
  expect(textOf(150_000)).toBe('Typical price total $1,500.00 Price total $1,299.50');
});

test('a PC build without typical prices leaves their sum out', () => {
  expect(textOf(0)).toBe('Price total $1,299.50');
});
