import { describe, expect, it } from 'vitest';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogPage, WireCard } from '#sync/api/engine-api.ts';
import { MAX_ROWS_PER_SHOP, readRecent, searchShops } from './search-shops.ts';
import type { ShopsSearch } from './search-shops.ts';

const cardsOf = (ids: readonly number[]): readonly WireCard[] =>
  ids.map((id) => ({ id, title: `P${id}` }) as unknown as WireCard);
const pageOf = (ids: readonly number[], total = ids.length, isPartial = false): CatalogPage => ({
  total,
  cards: cardsOf(ids),
  source: 'device',
  isPartial,
});
const search = (pages: Partial<Record<ShopKey, CatalogPage | Error>>, close: Partial<Record<ShopKey, number[]>> = {}) =>
  searchShops(
    {
      browse: async (shop) => {
        const page = pages[shop] ?? pageOf([]);
        if (page instanceof Error) throw page;
        return page;
      },
      closeMatches: async (shop) => cardsOf(close[shop] ?? []),
    },
    'kestrel',
  );
const idsOf = ({ hits }: ShopsSearch) => hits.map(({ shop, cards }) => [shop.key, cards.map(({ id }) => id)]);

describe('a search for a product of a message', () => {
  it('finds products of all shops, those of the shop with chats first', async () => {
    const result = await search({ default: pageOf([1]), ayz: pageOf([2, 3]), smart: pageOf([4]) });
    expect([result.kind, idsOf(result)]).toEqual([
      'found',
      [
        ['ayz', [2, 3]],
        ['default', [1]],
        ['smart', [4]],
      ],
    ]);
  });

  it('lists eight products of a shop, with the number of all that match', async () => {
    const { hits } = await search({ pc: pageOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 900) });
    expect([hits[0]?.cards.length, hits[0]?.total]).toEqual([MAX_ROWS_PER_SHOP, 900]);
  });

  it('finds similar products when no shop has an exact hit', async () => {
    const result = await search({}, { pc: [7] });
    expect([result.kind, idsOf(result)]).toEqual(['close', [['pc', [7]]]]);
    expect((await search({ ayz: pageOf([1]) }, { pc: [7] })).kind).toBe('found');
  });

  it('is unsure when a shop cannot answer completely, and fails only when none can', async () => {
    expect(await search({ ayz: pageOf([1]), pc: new Error('offline') })).toMatchObject({ isUnsure: true });
    expect(await search({ ayz: pageOf([1], 1, true) })).toMatchObject({ isUnsure: true });
    const lost = new Error('offline');
    await expect(search({ default: lost, ayz: lost, pc: lost, smart: lost })).rejects.toThrow('no shop');
  });

  it('starts with the products viewed on this device, without those that are gone', async () => {
    const engine = { cards: async (_: ShopKey, ids: readonly number[]) => cardsOf(ids.filter((id) => id !== 9)) };
    const result = await readRecent(engine, (shop) => (shop === 'pc' ? [5, 9, 6] : []));
    expect([result.kind, idsOf(result)]).toEqual(['recent', [['pc', [5, 6]]]]);
  });
});
