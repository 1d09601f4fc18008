import { expect, test } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import type { AdminEntry, ImageRef } from '#sync/api/admin-api.ts';
import { isStale, planForm, planImages, planRejectedForm, storedImages } from './plan-edit.ts';

const FIELDS = { ...PRODUCT_DEFAULTS.affiliate, title: 'Lamp', main_category: 'Home', category: 'Light' };
const PRODUCT = { ...FIELDS, id: 5, seq: 3, view_count: 9, imagecount: 1 } as unknown as Product;
const stored = (name: string) => ({ kind: 'stored', name }) as const;
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
  expect(planRejectedForm(entry('waiting'), [stored('1.webp')])).toBeUndefined();
  const form = planRejectedForm(entry('rejected'), [stored('2.webp')]);
  expect(form).toMatchObject({ fields: { price: '7' }, images: [stored('2.webp'), kept('a')], base: { version: 2 } });
});

test('an edit that leaves the images unchanged does not contain them', () => {
  const known = ['1.webp', '2.webp'].map(stored);
  expect(planImages(known, known)).toEqual({ images: null });
  expect(planImages([], undefined)).toEqual({ images: null });
  expect(planImages([kept('a')], undefined)).toEqual({ images: [kept('a')] });
  const turned = known.toReversed();
  expect(planImages(turned, known)).toEqual({ images: turned });
});

test('a form knows which condition each image shows; an edit tells whether that was changed', () => {
  const product = { ...PRODUCT, imagecount: 2, condition_images: { good: 2 } } as unknown as Product;
  const loaded = { kind: 'found', product, names: ['1.webp', '2.webp'], isFromDevice: false } as const;
  const known = storedImages(loaded);
  const marked = [stored('1.webp'), { ...stored('2.webp'), shows: 'good' as const }];
  expect(known).toEqual(marked);
  expect(planImages(marked, known)).toEqual({ images: null });
  expect(planImages(marked.toReversed(), known)).toEqual({ images: marked.toReversed() });
  const without = [stored('1.webp'), stored('2.webp')];
  expect(planImages(without, known)).toEqual({ images: without, hasMarks: true });
});

test('a draft is stale once a field of the product, not only its images, has changed', () => {
  const form = planForm('affiliate', edited(['1.webp']));
  expect(isStale('affiliate', form, { ...PRODUCT, seq: 9, imagecount: 4 })).toBe(false);
  expect(isStale('affiliate', form, { ...PRODUCT, seq: 9, title: 'Lamp!' })).toBe(true);
});
