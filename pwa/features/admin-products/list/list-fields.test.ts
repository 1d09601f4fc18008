import { expect, test } from 'vitest';
import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { listFields, priceFields, readListValue } from './list-fields.ts';

test.each(Object.keys(PRODUCT_FIELDS) as OfferKind[])(
  'editable fields of %s products are fields of the contract',
  (offer) => {
    const known = Object.keys(PRODUCT_FIELDS[offer].shape);
    for (const { field } of listFields(offer)) expect(known).toContain(field);
    expect(priceFields(offer).length).toBeGreaterThan(0);
  },
);

test.each([
  ['price', '19.99', '19.99'],
  ['price', '0', '0'],
  ['price', ' 12,5 ', '12.5'],
  ['price', '$1,299.00', '1299'],
  ['price', '-1', undefined],
  ['price', '1,299', undefined],
  ['price', '', undefined],
  ['count', '7', '7'],
  ['count', ' ٧ ', '7'],
  ['count', '1.5', undefined],
  ['count', '', undefined],
] as const)('a %s entered as %j is read as %j (undefined: rejected)', (kind, entered, value) => {
  const read = readListValue(kind, entered);
  if (value === undefined) expect(read).toEqual({ problem: expect.any(String) });
  else expect(read).toEqual({ value });
});
