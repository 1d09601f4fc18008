import { expect, test } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import type { AdminEntry, ImageRef } from '#sync/api/admin-api.ts';
import { isStale, planForm, planImages, planRejectedForm } from './plan-edit.ts';

const FIELDS = { ...PRODUCT_DEFAULTS.affiliate, title: 'Lamp', main_category: 'Home', category: 'Light' };
const PRODUCT = { ...FIELDS, id: 5, seq: 3, view_count: 9, imagecount: 1 } as unknown as Product;
const stored = (name: string): ImageRef => ({ kind: 'stored', name });
const kept = (id: string): ImageRef => ({ kind: 'kept', id });

const entry = (state: AdminEntry['state']): AdminEntry => ({
  op: 1,
  operation: {
    kind: 'editProduct',
    shop: 'pc',
    id: 5,
    base: { version: 2, fields: FIELDS },
    fields: { ...FIELDS, price: '7' },
    images: [stored('1.webp'), kept('a')],
  },
  createdAtMs: 0,
  state,
  rejection: null,
  conflict: null,
});
const edited = (names: readonly string[] | undefined, entryOfProduct?: AdminEntry) => ({
  loaded: { kind: 'found', product: PRODUCT, names, isFromDevice: false } as const,
  entry: entryOfProduct,
  isReopened: false,
});

test('a form contains the product’s fields without those that only the server sets', () => {
  const form = planForm('affiliate', edited(['1.webp']));
  expect(form).toMatchObject({
    id: '5',
    fields: FIELDS,
    images: [stored('1.webp')],
    base: { version: 3, fields: FIELDS },
  });
  expect(Object.keys(form.fields)).not.toContain('view_count');
});

test('a pending edit is applied to the form', () => {
  expect(planForm('affiliate', edited(['1.webp'], entry('waiting'))).fields['price']).toBe('7');
  expect(planForm('affiliate', edited(['1.webp'], entry('rejected'))).fields['price']).toBe('0');
});

test('a rejected edit returns to the form with the images that still exist', () => {
  expect(planRejectedForm(entry('waiting'), ['1.webp'])).toBeUndefined();
  const form = planRejectedForm(entry('rejected'), ['2.webp']);
  expect(form).toMatchObject({ fields: { price: '7' }, images: [stored('2.webp'), kept('a')], base: { version: 2 } });
});

test('an edit that leaves the images unchanged does not contain them', () => {
  expect(planImages([stored('1.webp'), stored('2.webp')], ['1.webp', '2.webp'])).toBeNull();
  expect(planImages([], undefined)).toBeNull();
  expect(planImages([kept('a')], undefined)).toEqual([kept('a')]);
  expect(planImages([stored('2.webp'), stored('1.webp')], ['1.webp', '2.webp'])).toEqual([
    stored('2.webp'),
    stored('1.webp'),
  ]);
});

test('a draft is stale once another change of a field is saved', () => {
  const form = planForm('affiliate', edited(['1.webp']));
  expect(isStale('affiliate', form, { ...PRODUCT, seq: 9, imagecount: 4 })).toBe(false);
  expect(isStale('affiliate', form, { ...PRODUCT, seq: 9, title: 'Lamp!' })).toBe(true);
});
