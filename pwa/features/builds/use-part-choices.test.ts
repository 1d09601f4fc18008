import { expect, test } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { CloseMatches } from '#sync/catalog/search/close-matches.ts';
import { overviewCatalog } from '#sync/catalog/query/overview-catalog.ts';
import { queryCatalog } from '#sync/catalog/query/query-catalog.ts';
import { indexOf } from '#sync/testing/index-of.ts';
import { findChoices } from './use-part-choices.ts';

const parts = indexOf(
  'affiliate',
  ['Samsung 990 Pro 2 TB', 'Kingston KC3000 2TB', 'Crème Cooler'].map((title, place) =>
    toCard('affiliate', sampleAffiliate({ id: place + 1, title, main_category: 'Parts', category: `c${place}` })),
  ),
);
const nothing = indexOf('openBox', []);
const engine = {
  browse: async (shop: string, state: Parameters<typeof queryCatalog>[1]) => ({
    ...queryCatalog(shop === 'pc' ? parts : nothing, state),
    source: 'device' as const,
  }),
  closeMatches: async (shop: string, state: Parameters<typeof queryCatalog>[1]) =>
    new CloseMatches().find(shop === 'pc' ? parts : nothing, state),
  overview: async () => ({ ...overviewCatalog(parts, false), source: 'device' as const }),
};
const find = async (search: string, slot: string | null = null) => {
  const { choices, isClose } = await findChoices(engine, slot, search);
  return [choices.map(({ card }) => card.title), isClose];
};

test('a search that no title contains finds parts with close titles, in the category of the slot', async () => {
  expect(await find('2tb')).toEqual([['Kingston KC3000 2TB'], false]);
  expect(await find('990pro')).toEqual([['Samsung 990 Pro 2 TB'], true]);
  expect(await find('creme', 'c2')).toEqual([['Crème Cooler'], true]);
  expect(await find('creme', 'c1')).toEqual([[], true]);
  expect(await find('')).toEqual([['Crème Cooler', 'Kingston KC3000 2TB', 'Samsung 990 Pro 2 TB'], false]);
});
