import { expect, test } from 'vitest';
import { compareUrl, readCompareQuery } from './compare-url.ts';

const read = (url: string) => readCompareQuery(url.slice(url.indexOf('?')));

test('a link names its shop and products', () => {
  expect(compareUrl('pc', [3, 1, 2])).toBe('/compare?shop=pc&products=3,1,2');
  expect(read(compareUrl('pc', [3, 1, 2]))).toEqual({ shop: 'pc', ids: [3, 1, 2], leftOut: 0, unreadable: 0 });
  expect(read(compareUrl('ayz', []))).toEqual({ shop: 'ayz', ids: [], leftOut: 0, unreadable: 0 });
});

test.each([
  ['?shop=pc&products=1,2,3,4,5,6,5', { shop: 'pc', ids: [1, 2, 3, 4], leftOut: 2, unreadable: 0 }],
  ['?shop=pc&products=1,x,-2,0,1e3,2147483648,7', { shop: 'pc', ids: [1, 7], leftOut: 0, unreadable: 5 }],
  ['?shop=pc&products=1%2C2,,', { shop: 'pc', ids: [1, 2], leftOut: 0, unreadable: 0 }],
  ['?shop=constructor&products=1', { shop: undefined, ids: [1], leftOut: 0, unreadable: 0 }],
  ['', { shop: undefined, ids: [], leftOut: 0, unreadable: 0 }],
])('the valid parts of "%s" are read', (search, expected) => expect(readCompareQuery(search)).toEqual(expected));
