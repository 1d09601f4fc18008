import { expect, test } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { listName, listSubtitle, listTitle } from './list-title.ts';

const STORAGE = { ...EMPTY_BROWSE_STATE, mainCategory: 'Budget build', category: 'Storage' };

test('subtitle and name of a list add the main category: several PC builds have a category Storage', () => {
  expect(listTitle('pc', STORAGE)).toBe('▾ Storage ▾');
  expect(listSubtitle('pc', { ...STORAGE, search: 'ssd' })).toBe('Budget build · “ssd”');
  expect(listName(STORAGE)).toBe('Storage · Budget build');
});

test('a category heads its list; without one, the sort heads it, or else the name of the shop', () => {
  const sorted = { ...EMPTY_BROWSE_STATE, sort: 'priceAsc' as const };
  expect([listTitle('smart', sorted), listSubtitle('smart', sorted)]).toEqual(['▾ Price: Low to High ▾', '']);
  const inCategory = { ...sorted, mainCategory: 'Climate' };
  expect([listTitle('smart', inCategory), listSubtitle('smart', inCategory)]).toEqual([
    '▾ Climate ▾',
    'Price: Low to High',
  ]);
  expect(listTitle('smart', { ...EMPTY_BROWSE_STATE, inStock: true })).toBe('Smart shop');
});
