import { expect, test } from 'vitest';
import { proposeMapping } from '#transfer/foreign/mapping.ts';
import type { SourceRow } from '#transfer/source-row.ts';
import { parseMappings } from './import-mappings.ts';
import { previewCards } from './preview-card.ts';

const rowsOf = (count: number, fields: Record<string, string>): SourceRow[] =>
  Array.from({ length: count }, (_value, index) => ({ row: index + 1, fields: { ...fields, sku: `L-${index}` } }));

test('[IMP2] the first five products are shown as the mapping makes them', () => {
  const rows = rowsOf(9, { name: 'Lamp', sku: '', price: '$1,299.00', qty: '0', grade: 'used', rating: '4,4' });
  const columns = ['name', 'sku', 'price', 'qty', 'grade', 'rating'];
  const affiliate = previewCards(rows, proposeMapping('affiliate', columns), 'affiliate');
  expect(affiliate).toHaveLength(5);
  expect(affiliate[4]).toMatchObject({ id: 5, title: 'Lamp', price_cents: 129_900, availability: 'NO', rate: 4 });
  const [openBox] = previewCards(rows, proposeMapping('openBox', columns), 'openBox');
  expect(openBox).toMatchObject({ good_price_cents: 129_900, good_quantity: 0, excellent_price_cents: 0 });
});

test('a mapping that is stored on the device is read again; anything else is dropped', () => {
  const mapping = { format: 'Shopify', columns: { title: 'title' }, constants: {} };
  expect(parseMappings(JSON.stringify({ a: mapping, b: { format: 1 }, c: null }))).toEqual({ a: mapping });
  expect([null, '', '{', '[]', '1'].map(parseMappings)).toEqual([{}, {}, {}, {}, {}]);
});
