import { expect, test } from 'vitest';
import { listFieldChanges } from './list-field-changes.ts';

test('only different fields are listed, with both values as text', () => {
  expect(
    listFieldChanges({
      before: { title: 'Lamp', rate: 4, shipped: 0, tags: ['a'] },
      after: { title: 'Lamp', rate: 5, price: '12', tags: ['a', 'b'] },
    }),
  ).toEqual([
    { field: 'rate', before: '4', after: '5' },
    { field: 'shipped', before: '0', after: null },
    { field: 'tags', before: 'a', after: 'a, b' },
    { field: 'price', before: null, after: '12' },
  ]);
});

test('an empty text is a value; null and missing fields are equal', () => {
  expect(listFieldChanges({ before: { link: '' }, after: { link: null, constructor: 'x' } })).toEqual([
    { field: 'link', before: '', after: null },
    { field: 'constructor', before: null, after: 'x' },
  ]);
  expect(listFieldChanges({ before: {}, after: {} })).toEqual([]);
});
