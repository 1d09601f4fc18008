import { expect, it } from 'vitest';
import { findShopByPath } from '#contract/screens/shop-path.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogPage } from '#sync/api/engine-api.ts';
import { findByBarcode } from './find-by-barcode.ts';

const own = findShopByPath('/pcshop');
if (!own) throw new Error('the PC shop is gone');

const pageOf = (ids: readonly number[], isPartial?: boolean): CatalogPage => ({
  total: ids.length,
  cards: ids.map((id) => ({ id, title: `P${id}` }) as CatalogPage['cards'][number]),
  source: 'device',
  ...(isPartial !== undefined && { isPartial }),
});
const find = (answers: Partial<Record<ShopKey, CatalogPage | Error>>) =>
  findByBarcode(
    {
      browse: async (shop) => {
        const answer = answers[shop] ?? pageOf([]);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    own,
    '4006381333931',
  );

it('a barcode is searched for in all shops, the shopper’s own first', async () => {
  const { found, isUnsure } = await find({ default: pageOf([3]), pc: pageOf([1, 2]) });
  expect(found.map(({ shop, cards }) => [shop.key, cards.map(({ id }) => id)])).toEqual([
    ['pc', [1, 2]],
    ['default', [3]],
  ]);
  expect(isUnsure).toBe(false);
});

it('a shop that cannot answer, or not completely, leaves the result unsure', async () => {
  expect(await find({ ayz: new Error('offline') })).toEqual({ found: [], isUnsure: true });
  expect(await find({ smart: pageOf([], true) })).toEqual({ found: [], isUnsure: true });
});
