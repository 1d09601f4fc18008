import { expect, test } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import { parseLike, planResolution } from './plan-resolution.ts';

const FIELDS = { ...PRODUCT_DEFAULTS.affiliate, title: 'Lamp' };
const entry: AdminEntry = {
  op: 4,
  operation: {
    kind: 'editProduct',
    shop: 'pc',
    id: 5,
    base: { version: 2, fields: FIELDS },
    // `link` is the other administrator's change, merged by the engine.
    fields: { ...FIELDS, title: 'My lamp', price: '7', link: 'https://their.example/' },
    images: null,
  },
  createdAtMs: 0,
  state: 'conflict',
  rejection: null,
  conflict: {
    base: { version: 9, fields: { ...FIELDS, title: 'Their lamp', price: '8', link: 'https://their.example/' } },
    fields: [
      { field: 'title', base: 'Lamp', mine: 'My lamp', theirs: 'Their lamp' },
      { field: 'price', base: '0', mine: '7', theirs: '8' },
    ],
  },
};

test('a resolution without a value for every conflicting field is not saved', () => {
  expect(planResolution(entry, {})).toBeUndefined();
  expect(planResolution(entry, { title: 'Their lamp' })).toBeUndefined();
});

test('a resolution contains the chosen and the merged values', () => {
  expect(planResolution(entry, { title: 'Their lamp', price: '7.50' })).toEqual({
    ...FIELDS,
    title: 'Their lamp',
    price: '7.50',
    link: 'https://their.example/',
  });
});

test('only an entry in conflict can be resolved', () => {
  expect(planResolution({ ...entry, conflict: null, state: 'waiting' }, { title: 'x', price: '1' })).toBeUndefined();
});

test('a numeric field stays a number', () => {
  expect(parseLike(3, '5')).toBe(5);
  expect(parseLike('3', '5')).toBe('5');
});
