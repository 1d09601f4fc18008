import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import { MAX_CENTS } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { getShop, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopDefinition } from '#contract/shops.ts';
import { formatBrowseQuery, parseBrowseQuery } from './browse-query.ts';
import { cleanSearch } from './browse-state.ts';

const name = fc.string({ minLength: 1, maxLength: 100 });
const cents = fc.integer({ min: 0, max: MAX_CENTS }).map((value) => value as Cents);

const statesOf = (shop: ShopDefinition): fc.Arbitrary<BrowseState> =>
  fc.record({
    mainCategory: name,
    category: fc.option(name),
    search: fc.string({ maxLength: 300 }).map(cleanSearch),
    sort: fc.constantFrom(null, ...shop.sorts),
    page: fc.integer({ min: 1, max: 1_000_000 }),
    priceFrom: fc.option(cents),
    priceTo: fc.option(cents),
    minRate: shop.offer === 'affiliate' ? fc.option(fc.integer({ min: 1, max: 5 })) : fc.constant(null),
    inStock: fc.boolean(),
    condition: shop.offer === 'openBox' ? fc.option(fc.constantFrom(...CONDITION_KEYS)) : fc.constant(null),
  });

test.each(SHOP_KEYS)('every browse state of shop %s survives formatting and parsing its URL', (key) => {
  const shop = getShop(key);
  fc.assert(
    fc.property(statesOf(shop), (state) => {
      expect(parseBrowseQuery(formatBrowseQuery(state), shop)).toEqual(state);
    }),
  );
});

test('the start screen has an empty query', () => {
  expect(formatBrowseQuery(EMPTY_BROWSE_STATE)).toBe('');
  expect(parseBrowseQuery('', getShop('default'))).toEqual(EMPTY_BROWSE_STATE);
});

test('a sort turns the start screen into a list with pages; the old parameter `view=rows` is ignored', () => {
  const list = parseBrowseQuery('sort=views&page=3', getShop('ayz'));
  expect(list).toEqual({ ...EMPTY_BROWSE_STATE, sort: 'views', page: 3 });
  expect(parseBrowseQuery('sort=views&view=rows&page=3', getShop('ayz'))).toEqual(list);
});

test.each([
  ['a sort that the shop does not offer', 'sort=rating'],
  ['an unknown sort', 'sort=__proto__'],
  ['a page that is not a number', 'page=two'],
  ['page 0', 'page=0'],
  ['a fractional page', 'page=1.5'],
  ['a page above the limit', 'page=1e9'],
  ['an empty page', 'page='],
  ['a page of the start screen', 'page=7'],
  ['a category without its main category', 'category=Memory'],
  ['a category above the length limit', `main=${'x'.repeat(101)}`],
  ['a negative price', 'from=-5'],
  ['a price with an exponent', 'to=1e3'],
  ['stars in a shop without ratings', 'stars=4'],
  ['stock other than 1', 'stock=yes'],
  ['an unknown condition', 'condition=constructor'],
  ['foreign parameters', 'utm_source=mail&product=12'],
])('%s is ignored', (_, query) => {
  expect(parseBrowseQuery(query, getShop('ayz'))).toEqual(EMPTY_BROWSE_STATE);
});
