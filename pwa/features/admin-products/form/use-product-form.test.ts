import { expect, test } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import { checkFields } from './use-product-form.ts';
import { readId } from './product-fields.ts';

const AFFILIATE = { ...PRODUCT_DEFAULTS.affiliate, title: 'Lamp', main_category: 'Home', category: 'Light' };
const OPEN_BOX = { ...PRODUCT_DEFAULTS.openBox, title: 'Phone', main_category: 'Phones', category: 'Used' };

const problemsOf = (entered: Record<string, string | number>, offer: 'affiliate' | 'openBox' = 'affiliate') => {
  const checked = checkFields(offer, entered);
  return checked.ok ? {} : checked.problems;
};

test('only title, main category and category are required', () => {
  expect(Object.keys(problemsOf(PRODUCT_DEFAULTS.affiliate))).toEqual(['title', 'main_category', 'category']);
  expect(Object.keys(problemsOf(PRODUCT_DEFAULTS.openBox, 'openBox'))).toEqual(['title', 'main_category', 'category']);
  expect(problemsOf({ ...AFFILIATE, title: '   ' })).toEqual({ title: 'Title must not be empty' });
  expect(checkFields('affiliate', AFFILIATE)).toEqual({ ok: true, fields: AFFILIATE });
  expect(checkFields('openBox', OPEN_BOX)).toEqual({ ok: true, fields: OPEN_BOX });
});

test.each([
  ['price', '1,299'],
  ['price', '€5'],
  ['price', '-1'],
  ['typical_price', '1e3'],
  ['link', 'javascript:alert(1)'],
  ['title', 'x'.repeat(301)],
  ['description', 'x'.repeat(200_001)],
])('an invalid %s is reported at its field', (name, text) => {
  expect(Object.keys(problemsOf({ ...AFFILIATE, [name]: text }))).toEqual([name]);
});

test.each(['1.5', '-1', 'many', '12345678'])('%s is not a stock count', (text) => {
  const name = 'good_condition_available_quantity';
  const problem = problemsOf({ ...OPEN_BOX, [name]: text }, 'openBox')[name];
  expect(problem).toContain('must be a whole number');
});

test.each([
  ['price', '12,5', '12.5'],
  ['price', '$1,299.00', '1299'],
  ['typical_price', '١٩٫٩٩', '19.99'],
  ['good_condition_price', ' 5,00 ', '5'],
  ['good_condition_available_quantity', ' ٧ ', '7'],
])('a %s entered as %j is sent as %s', (name, text, sent) => {
  const [offer, fields] = name in AFFILIATE ? (['affiliate', AFFILIATE] as const) : (['openBox', OPEN_BOX] as const);
  expect(checkFields(offer, { ...fields, [name]: text })).toEqual({ ok: true, fields: { ...fields, [name]: sent } });
});

test('the problem of an unreadable price says why it cannot be read', () => {
  expect(problemsOf({ ...AFFILIATE, price: '19,99 €' })).toEqual({ price: 'Enter US dollars, not another currency' });
  expect(problemsOf({ ...AFFILIATE, price: '1.299' })['price']).toContain('1,299 can be 1299 or 1.299');
});

test('an empty price becomes 0, amounts are normalized, and text is trimmed', () => {
  const checked = checkFields('affiliate', { ...AFFILIATE, title: ' Lamp ', price: ' ', typical_price: ' $5.50 ' });
  expect(checked).toEqual({ ok: true, fields: { ...AFFILIATE, price: '0', typical_price: '5.5' } });
});

test.each([
  ['7', 7],
  [' 12 ', 12],
  ['١٢', 12],
  ['0', undefined],
  ['', undefined],
  ['1.5', undefined],
  ['2147483648', undefined],
  ['9e3', undefined],
  ['seven', undefined],
])('the id %j is read as %s', (text, id) => {
  expect(readId(text)).toBe(id);
});
