import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { SortKey } from '#contract/shops.ts';
import { formatBrowseQuery, parseBrowseQuery } from './browse-query.ts';
import { cleanSearch } from './browse-state.ts';

const SORTS: readonly SortKey[] = ['views', 'rating', 'priceAsc', 'priceDesc'];
const name = fc.string({ minLength: 1, maxLength: 100 });

test('every list survives its address', () => {
  const states: fc.Arbitrary<BrowseState> = fc.record({
    mainCategory: name,
    category: fc.option(name),
    search: fc.string({ maxLength: 300 }).map(cleanSearch),
    sort: fc.option(fc.constantFrom(...SORTS)),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(states, (state) => {
      expect(parseBrowseQuery(formatBrowseQuery(state), SORTS)).toEqual(state);
    }),
  );
});

test('the start screen has a bare address', () => {
  expect(formatBrowseQuery(EMPTY_BROWSE_STATE)).toBe('');
  expect(parseBrowseQuery('', SORTS)).toEqual(EMPTY_BROWSE_STATE);
});

test.each([
  ['a sort that the shop does not offer', 'sort=rating'],
  ['an unknown sort', 'sort=__proto__'],
  ['a page that is no number', 'page=two'],
  ['page 0', 'page=0'],
  ['half a page', 'page=1.5'],
  ['a page beyond reason', 'page=1e9'],
  ['a category without its main category', 'category=Memory'],
  ['an endless category', `main=${'x'.repeat(101)}`],
  ['parameters of others', 'utm_source=mail&product=12'],
])('%s counts as not given', (_, query) => {
  expect(parseBrowseQuery(query, ['views'])).toEqual(EMPTY_BROWSE_STATE);
});
