import { expect, test } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { listName, listSubtitle, listTitle } from './list-title.ts';

const STORAGE = { ...EMPTY_BROWSE_STATE, mainCategory: 'Budget build', category: 'Storage' };

test('the name of a subcategory includes its main category, because several PC builds have a Storage', () => {
  expect(listTitle('pc', STORAGE)).toBe('▾ Storage ▾');
  expect(listSubtitle('pc', { ...STORAGE, search: 'ssd' })).toBe('Budget build · “ssd”');
  expect(listName(STORAGE)).toBe('Storage · Budget build');
});

test('the sorted whole shop is headed by its sort, every other list by its name', () => {
  const sorted = { ...EMPTY_BROWSE_STATE, sort: 'priceAsc' as const };
  expect([listTitle('smart', sorted), listSubtitle('smart', sorted)]).toEqual(['▾ Price: Low to High ▾', '']);
  const inCategory = { ...sorted, mainCategory: 'Climate' };
  expect([listTitle('smart', inCategory), listSubtitle('smart', inCategory)]).toEqual([
    '▾ Climate ▾',
    'Price: Low to High',
  ]);
  expect(listTitle('smart', { ...EMPTY_BROWSE_STATE, inStock: true })).toBe('Smart shop');
});
