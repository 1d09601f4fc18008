import { expect, test } from 'vitest';
import { findProductId, productUrl } from './product-url.ts';

test('an id in the query opens its product', () => {
  expect(findProductId('?product=12')).toBe(12);
  expect(findProductId('?main=Parts&product=2147483647')).toBe(2_147_483_647);
});

test.each([
  '',
  '?product=',
  '?product=0',
  '?product=-1',
  '?product=1.5',
  '?product=1e3',
  '?product=2147483648',
  '?product=x',
])('%s opens no product', (search) => expect(findProductId(search)).toBeNull());

test('opening and closing keep the list under the product', () => {
  const open = productUrl('/pcshop', '?main=Parts&page=2', 12);
  expect(open).toBe('/pcshop?main=Parts&page=2&product=12');
  expect(productUrl('/pcshop', open.slice(open.indexOf('?')), null)).toBe('/pcshop?main=Parts&page=2');
  expect(productUrl('/', '?product=12', null)).toBe('/');
});

test('the parameters of a link in a chat are removed when its product closes or another one opens', () => {
  expect(productUrl('/pcshop', '?product=12&life=345', null)).toBe('/pcshop');
  expect(productUrl('/pcshop', '?product=12&life=345', 13)).toBe('/pcshop?product=13');
});
