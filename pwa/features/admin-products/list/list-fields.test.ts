import { expect, test } from 'vitest';
import { PRODUCT_FIELDS } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { findListProblem, listFields, priceFields } from './list-fields.ts';

test.each(Object.keys(PRODUCT_FIELDS) as OfferKind[])(
  'editable fields of %s products are fields of the contract',
  (offer) => {
    const known = Object.keys(PRODUCT_FIELDS[offer].shape);
    for (const { field } of listFields(offer)) expect(known).toContain(field);
    expect(priceFields(offer).length).toBeGreaterThan(0);
  },
);

test.each([
  ['price', '19.99', true],
  ['price', '0', true],
  ['price', '12,5', false],
  ['price', '-1', false],
  ['price', '', false],
  ['count', '7', true],
  ['count', '1.5', false],
  ['count', '', false],
] as const)('a %s of %j is valid: %s', (kind, value, isValid) => {
  expect(findListProblem(kind, value) === undefined).toBe(isValid);
});
