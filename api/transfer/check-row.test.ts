import { describe, expect, test } from 'vitest';
import { PRODUCT_FIELDS } from '#contract/product.ts';
import { checkRow, knownColumns } from './check-row.ts';
import type { CellKind } from './check-row.ts';

const check = (
  fields: Record<string, unknown>,
  cells: CellKind = 'text',
  offer: 'affiliate' | 'openBox' = 'affiliate',
) => checkRow(offer, cells, { fields });

describe('a valid row', () => {
  test('becomes a write of exactly its fields', () => {
    expect(check({ external_id: ' a-1 ', title: ' Ring ', price: '19.9', rate: '4', link: '' })).toEqual({
      write: { external_id: 'a-1', fields: { title: 'Ring', price: '19.9', rate: 4, link: '' } },
    });
  });

  test('of CSV may have blank cells where blank is not a valid value', () => {
    expect(check({ id: '', external_id: '', title: 'A', price: '', rate: '', availability: '', link: '' })).toEqual({
      write: { fields: { title: 'A', link: '' } },
    });
  });

  test('of the open-box shop has its own columns', () => {
    const fields = { title: 'A', good_condition_price: '5', good_condition_available_quantity: '2', ebay: '' };
    expect(check(fields, 'text', 'openBox')).toEqual({ write: { fields } });
    expect(check(fields)).toMatchObject({ problems: [{ field: 'good_condition_price' }, {}, { field: 'ebay' }] });
  });
});

const BARCODE = 'must be a barcode number of 8, 12, 13 or 14 digits whose check digit is right';

describe('an invalid field is reported by name, value and reason', () => {
  const dollars = 'must be dollars such as 19.99, without sign, exponent or grouping';
  test.each<[string, unknown, string, CellKind?]>([
    ['price', '1e3', dollars],
    ['price', '-5', dollars],
    ['price', '1,000', dollars],
    ['price', '19.999', dollars],
    ['price', 'NaN', dollars],
    ['price', ' 5', dollars],
    ['typical_price', '10000000', dollars],
    ['price', 19.99, 'must be text, in quotes', 'typed'],
    ['price', null, 'must be text, in quotes', 'typed'],
    ['price', '', dollars, 'typed'],
    ['title', '', 'must not be empty', 'typed'],
    ['title', 'a\nb', 'must be one line without control characters'],
    ['title', 'x'.repeat(301), 'must not be longer than 300 characters'],
    ['title', 'caf\uFFFD', 'has characters that are not UTF-8'],
    ['rate', '6', 'must be 5 or less'],
    ['rate', -1, 'must be 0 or more', 'typed'],
    ['rate', '4.0', 'must be a whole number'],
    ['rate', '1e0', 'must be a whole number'],
    ['rate', '4', 'must be a whole number', 'typed'],
    ['rate', 2.5, 'must be a whole number', 'typed'],
    ['barcode', '4006381333930', BARCODE],
    ['barcode', '36000291452', BARCODE],
    ['barcode', '4.00638E+12', BARCODE],
    ['barcode', 4_006_381_333_931, 'must be text, in quotes', 'typed'],
    ['id', '0', 'must be 1 or more'],
    ['id', '2147483648', 'must be 2147483647 or less'],
    ['id', 'x', 'must be a whole number'],
    ['availability', 'yes', 'must be "YES" or "NO"'],
    ['link', 'javascript:alert(1)', 'must be an http or https address'],
    ['description', 'a\u0001b', 'must not hold control characters'],
    ['description', 'x'.repeat(200_001), 'must not be longer than 200000 characters'],
    ['title', 'Hot \uD83D', 'must be well-formed text', 'typed'],
    ['external_id', '\uDD25', 'must be well-formed text', 'typed'],
    ['external_id', 7, 'must be text, in quotes', 'typed'],
    ['external_id', 'x'.repeat(201), 'must not be longer than 200 characters'],
    ['colour', 'red', 'is not a column of this shop'],
    ['view_count', '5', 'is not a column of this shop'],
    ['updated_at', '2026', 'is not a column of this shop'],
    ['__proto__', 'x', 'is not a column of this shop'],
    ['constructor', 'x', 'is not a column of this shop'],
  ])('%s: %j %s', (field, value, reason, cells = 'text') => {
    const fields = Object.fromEntries([[field, value]]);
    const result = check(fields, cells);
    expect(result).toMatchObject({ problems: [{ field, reason }] });
    const shown = 'problems' in result ? result.problems[0]?.value : '';
    expect(shown?.length).toBeLessThanOrEqual(61);
  });

  test('all of a row are reported at once', () => {
    expect(check({ title: 'A', price: '-5', rate: '9', colour: 'red' })).toMatchObject({
      problems: [
        { field: 'price', value: '-5' },
        { field: 'rate', value: '9' },
        { field: 'colour', value: 'red' },
      ],
    });
  });
});

test('the known columns are the two ids and those of the contract', () => {
  expect(knownColumns('openBox')).toEqual(['id', 'external_id', ...Object.keys(PRODUCT_FIELDS.openBox.shape)]);
});
