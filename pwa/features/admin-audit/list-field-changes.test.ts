import { expect, test } from 'vitest';
import { listFieldChanges } from './list-field-changes.ts';

test('only different fields are listed, with both values as text', () => {
  expect(
    listFieldChanges({
      before: { title: 'Lamp', rate: 4, shipped: 0, tags: ['a'] },
      after: { title: 'Lamp', rate: 5, price: '12', tags: ['a', 'b'] },
    }),
  ).toEqual([
    { field: 'rate', before: '4 stars', after: '5 stars' },
    { field: 'shipped', before: 'Not Sent', after: null },
    { field: 'tags', before: 'a', after: 'a, b' },
    { field: 'price', before: null, after: '$12' },
  ]);
});

test('a description whose words are the same is said to have changed in its formatting only', () => {
  expect(
    listFieldChanges({ before: { description: '<p>Kit</p>' }, after: { description: '<p><b>Kit</b></p>' } }),
  ).toEqual([{ field: 'description', before: 'Kit', after: 'Only the formatting changed.' }]);
});

test('an empty text is a value; null and missing fields are equal', () => {
  expect(listFieldChanges({ before: { link: '' }, after: { link: null, constructor: 'x' } })).toEqual([
    { field: 'link', before: '', after: null },
    { field: 'constructor', before: null, after: 'x' },
  ]);
  expect(listFieldChanges({ before: {}, after: {} })).toEqual([]);
});
