import { expect, test } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { isStartScreen, reduceBrowse } from './browse-state.ts';

const DEEP: BrowseState = {
  ...EMPTY_BROWSE_STATE,
  mainCategory: 'Parts',
  category: 'Memory',
  search: 'ddr5',
  sort: 'rating',
  page: 4,
};

test('choosing a sort replaces the previous one and returns to page 1', () => {
  expect(reduceBrowse(DEEP, { type: 'sort', sort: 'priceAsc' })).toEqual({ ...DEEP, sort: 'priceAsc', page: 1 });
  expect(reduceBrowse(DEEP, { type: 'sort', sort: null })).toEqual({ ...DEEP, sort: null, page: 1 });
});

test('choosing a category returns to page 1 and retains sort and search', () => {
  const next = reduceBrowse(DEEP, { type: 'category', mainCategory: 'Parts', category: null });
  expect(next).toEqual({ ...DEEP, category: null, page: 1 });
});

test('a search is trimmed, cut to the maximum length and starts at page 1', () => {
  expect(reduceBrowse(DEEP, { type: 'search', search: '  lamp ' })).toEqual({ ...DEEP, search: 'lamp', page: 1 });
  const long = reduceBrowse(DEEP, { type: 'search', search: 'x'.repeat(MAX_SEARCH_LENGTH + 50) });
  expect(long.search).toHaveLength(MAX_SEARCH_LENGTH);
});

test('choosing a filter retains the other filters and returns to page 1', () => {
  const rated = reduceBrowse(DEEP, { type: 'filter', filters: { minRate: 4 } });
  expect(rated).toEqual({ ...DEEP, minRate: 4, page: 1 });
  expect(reduceBrowse(rated, { type: 'filter', filters: { inStock: true } })).toEqual({ ...rated, inStock: true });
});

test('choosing a page changes nothing else', () => {
  expect(reduceBrowse(DEEP, { type: 'page', page: 2 })).toEqual({ ...DEEP, page: 2 });
});

test('reset clears search, category, page, sort and filters', () => {
  expect(reduceBrowse({ ...DEEP, inStock: true }, { type: 'reset' })).toEqual(EMPTY_BROWSE_STATE);
});

test('the start screen has no category, search, filter or sort', () => {
  expect(isStartScreen(EMPTY_BROWSE_STATE)).toBe(true);
  expect(isStartScreen({ ...EMPTY_BROWSE_STATE, sort: 'views' })).toBe(false);
  expect(isStartScreen({ ...EMPTY_BROWSE_STATE, search: 'a' })).toBe(false);
  expect(isStartScreen({ ...EMPTY_BROWSE_STATE, mainCategory: 'Parts' })).toBe(false);
  expect(isStartScreen({ ...EMPTY_BROWSE_STATE, inStock: true })).toBe(false);
});
