import { describe, expect, test } from 'vitest';
import type { Cell } from '#transfer/source-row.ts';
import { knownColumns, unknownColumns } from '#transfer/known-columns.ts';
import { checkRow } from './check-row.ts';

const check = (fields: Record<string, Cell>, offer: 'affiliate' | 'openBox' = 'affiliate') =>
  checkRow(offer, { fields });
const valueOf = (field: string, given: Cell, offer?: 'openBox') => {
  const checked = check({ [field]: given }, offer);
  return 'write' in checked
    ? {
        value: (checked.write.fields as Record<string, unknown>)[field],
        notes: checked.notes.map(({ reason }) => reason),
      }
    : checked;
};

describe('a valid row', () => {
  test('becomes a write of exactly its fields', () => {
    expect(check({ external_id: ' a-1 ', title: ' Ring ', price: '19.9', rate: '4', link: '' })).toEqual({
      write: { external_id: 'a-1', fields: { title: 'Ring', price: '19.9', rate: 4, link: '' } },
      notes: [],
    });
  });

  test.each([[''], [' '], [null]])('may have %j in cells that need no value', (blank) => {
    const fields = { id: blank, external_id: blank, title: 'A', price: blank, rate: blank, availability: blank };
    expect(check(fields)).toEqual({ write: { fields: { title: 'A' } }, notes: [] });
  });

  test('clears a link, a description and a barcode when the cell is blank, and keeps them when it is null', () => {
    const cleared = { link: '', description: '', barcode: '' };
    expect(check(cleared)).toEqual({ write: { fields: cleared }, notes: [] });
    expect(check({ link: null, description: null, barcode: null })).toEqual({ write: { fields: {} }, notes: [] });
  });

  test('of the open-box shop has its own columns', () => {
    const fields = { title: 'A', good_condition_price: '5', good_condition_available_quantity: '2', ebay: '' };
    expect(check(fields, 'openBox')).toEqual({ write: { fields }, notes: [] });
    expect(check(fields)).toMatchObject({ problems: [{ field: 'good_condition_price' }, {}, { field: 'ebay' }] });
  });
});

describe('a cell is read as it is meant', () => {
  test.each<[string, Cell, unknown, 'openBox'?]>([
    ['price', ' 19.99', '19.99'],
    ['price', '19,99', '19.99'],
    ['price', '$1,299.00', '1299'],
    ['price', '19.990', '19.99'],
    ['price', 19.99, '19.99'],
    ['price', 0, '0'],
    ['price', 29.990000000000002, '29.99'],
    ['typical_price', 'USD 5', '5'],
    ['good_condition_price', '12,50 $', '12.5', 'openBox'],
    ['good_condition_available_quantity', ' 7.0', '7', 'openBox'],
    ['good_condition_available_quantity', 7, '7', 'openBox'],
    ['rate', '4.0', 4],
    ['rate', '4,0', 4],
    ['rate', '5 stars', 5],
    ['rate', '4/5', 4],
    ['rate', 3, 3],
    ['availability', 'yes', 'YES'],
    ['availability', 'TRUE', 'YES'],
    ['availability', true, 'YES'],
    ['availability', 1, 'YES'],
    ['availability', 'In stock', 'YES'],
    ['availability', 'in_stock', 'YES'],
    ['availability', 'https://schema.org/InStock', 'YES'],
    ['availability', 'no', 'NO'],
    ['availability', false, 'NO'],
    ['availability', 'Out of stock', 'NO'],
    ['availability', 'sold-out', 'NO'],
    ['barcode', 4_006_381_333_931, '4006381333931'],
    ['barcode', '="0036000291452"', '0036000291452'],
    ['barcode', 'Does not apply', ''],
    ['barcode', 'N/A', ''],
    ['barcode', '-', ''],
    ['link', 'n/a', ''],
    ['ebay', '—', '', 'openBox'],
    ['title', 5090, '5090'],
    ['description', 'TDP <65 W\nQuiet', '<p>TDP &lt;65 W<br>Quiet</p>'],
  ])('%s %j is read as %j', (field, given, value, offer) => {
    expect(valueOf(field, given, offer)).toEqual({ value, notes: [] });
  });

  test('numbers are accepted as keys and ids', () => {
    expect(check({ external_id: 3, id: 7 })).toEqual({ write: { external_id: '3', id: 7, fields: {} }, notes: [] });
    expect(check({ id: '7.0' })).toMatchObject({ write: { id: 7 } });
  });

  test.each([
    ['barcode', '1.23457E+12', undefined, 'is left out: a spreadsheet has rounded it'],
    ['barcode', '4006381333930', undefined, 'is left out: it is no number of 8, 12, 13 or 14 digits'],
    ['rate', '4.5', 5, 'is rounded'],
    ['rate', '4.4 stars', 4, 'is rounded'],
  ])('%s %j is read as %j with a note, and its row is not rejected', (field, given, value, note) => {
    expect(valueOf(field, given)).toEqual({ value, notes: [expect.stringContaining(note)] });
  });
});

describe('an invalid field is reported by name, value and reason', () => {
  const dollars = 'must be dollars such as 19.99, without sign, exponent or grouping';
  test.each<[string, Cell, string]>([
    ['price', '1e3', dollars],
    ['price', 1e21, dollars],
    ['price', 'free', dollars],
    ['price', true, dollars],
    ['price', '-5', 'must not be below 0'],
    ['price', -5, 'must not be below 0'],
    ['price', '€5', 'is in another currency: prices are US dollars'],
    ['price', '1,299', expect.stringContaining('can be read twice')],
    ['price', '19.999', expect.stringContaining('can be read twice')],
    ['price', 19.999, 'has parts of a cent: at most two decimals'],
    ['typical_price', '10000000', 'must not be above 9999999.99'],
    ['title', 'a\nb', 'must be one line without control characters'],
    ['title', 'x'.repeat(301), 'must not be longer than 300 characters'],
    ['title', 'caf\uFFFD', 'has characters that are not UTF-8'],
    ['rate', '6', 'must be a rating from 0 to 5 stars'],
    ['rate', -1, 'must be a rating from 0 to 5 stars'],
    ['rate', '5.1', 'must be a rating from 0 to 5 stars'],
    ['rate', '1e0', 'must be a rating from 0 to 5 stars'],
    ['rate', '8/10', 'must be a rating from 0 to 5 stars'],
    ['id', '0', 'must be 1 or more'],
    ['id', '2147483648', 'must be 2147483647 or less'],
    ['id', 'x', 'must be a whole number'],
    ['id', 1.5, 'must be a whole number'],
    ['availability', 'preorder', 'must be yes or no, or in stock or out of stock'],
    ['availability', 'constructor', 'must be yes or no, or in stock or out of stock'],
    ['link', 'javascript:alert(1)', 'must be an http or https address'],
    ['description', 'a\u0001b', 'must not hold control characters'],
    ['description', 'x'.repeat(200_001), 'must not be longer than 200000 characters'],
    ['title', 'Hot \uD83D', 'must be well-formed text'],
    ['external_id', '\uDD25', 'must be well-formed text'],
    ['external_id', 'x'.repeat(201), 'must not be longer than 200 characters'],
    ['colour', 'red', 'is not a column of this shop'],
    ['view_count', '5', 'is not a column of this shop'],
    ['updated_at', '2026', 'is not a column of this shop'],
    ['__proto__', 'x', 'is not a column of this shop'],
    ['constructor', 'x', 'is not a column of this shop'],
  ])('%s: %j %s', (field, value, reason) => {
    const fields = Object.fromEntries([[field, value]]);
    const result = check(fields);
    expect(result).toMatchObject({ problems: [{ field, reason }] });
    const shown = 'problems' in result ? result.problems[0]?.value : '';
    expect(shown?.length).toBeLessThanOrEqual(61);
  });

  test('all invalid fields of a row are reported at once', () => {
    expect(check({ title: 'A', price: '-5', rate: '9', colour: 'red' })).toMatchObject({
      problems: [
        { field: 'price', value: '-5' },
        { field: 'rate', value: '9' },
        { field: 'colour', value: 'red' },
      ],
    });
  });
});

test.each(['affiliate', 'openBox'] as const)('every known column of %s products is read, and no other', (offer) => {
  const fields = Object.fromEntries(knownColumns(offer).map((column) => [column, null]));
  expect(check(fields, offer)).toEqual({ write: { fields: {} }, notes: [] });
  expect(unknownColumns(offer, [...knownColumns(offer), '', 'colour'])).toEqual(['colour']);
});
