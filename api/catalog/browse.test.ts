import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SORT_PRICE, toCard } from '#contract/blocks/card.ts';
import type { Card } from '#contract/blocks/card.ts';
import type { WireCard } from '#contract/http/sync.ts';
import { PAGE_SIZE, ROW_SIZE } from '#contract/limits.ts';
import { getShop, SHOPS } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { compareByCodePoint, toTitleKey } from '#contract/title-key.ts';
import { createRandom } from '../testing/random.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { findProducts } from './catalog.repository.ts';
import type { ProductWrite } from './product.repository.ts';
import { addViews } from './view.repository.ts';

let app: TestApp;
const all = new Map<ShopKey, WireCard[]>();
const TITLES = [
  'lamp',
  'Lamp',
  'ÄRGER',
  'ärger',
  '100% wool_rug',
  String.raw`back\slash`,
  'Zebra',
  'a b',
  'A-b',
  'éclair',
  'ﬁne',
  '｜Full-width',
  '🔥 Hot',
];
const SORTS: (SortKey | null)[] = [null, 'views', 'rating', 'priceAsc', 'priceDesc'];

function makeProducts(shop: ShopKey): ProductWrite[] {
  const random = createRandom(shop.length);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: 140 }, () => {
    const common = {
      title: TITLES[below(TITLES.length)] ?? '',
      main_category: `Main ${below(3)}`,
      category: `Sub ${below(2)}`,
    };
    const price = ['0', '5', '5.5', '10'][below(4)] ?? '0';
    return getShop(shop).offer === 'affiliate'
      ? { fields: { ...common, price, rate: below(6) } }
      : { fields: { ...common, good_condition_price: price, excellent_condition_price: ['0', '7'][below(2)] ?? '0' } };
  });
}

beforeAll(async () => {
  app = await startTestApp();
  for (const { key, offer } of SHOPS) {
    await app.context.products.saveProducts(key, makeProducts(key));
    await addViews(
      app.context.database,
      key,
      new Map([
        [3, 9],
        [50, 9],
        [7, 1],
      ]),
    );
    const ids = Array.from({ length: 140 }, (_, index) => index + 1);
    const products = await findProducts(app.context.database.reader, key, ids);
    all.set(
      key,
      products.map((product) => ({ ...toCard(offer, product), view_count: product.view_count }) as WireCard),
    );
  }
  await app.context.states.refresh();
});
afterAll(() => app.stop());

const priceOf = (shop: ShopKey, card: WireCard): number =>
  (SORT_PRICE[getShop(shop).offer] as (card: Card) => number)(card);

/** The rule of the contract, said once more in the plainest way. */
function expectedOrder(shop: ShopKey, sort: SortKey | null): WireCard[] {
  const isByPrice = sort === 'priceAsc' || sort === 'priceDesc';
  const key = (card: WireCard): number => {
    if (sort === 'views') return -card.view_count;
    if (sort === 'rating') return -('rate' in card ? card.rate : 0);
    if (!isByPrice) return 0;
    const price = priceOf(shop, card);
    if (price === 0) return Number.POSITIVE_INFINITY;
    return sort === 'priceAsc' ? price : -price;
  };
  const compare = (a: number, b: number): number => (a < b ? -1 : Number(a > b));
  return (all.get(shop) ?? [])
    .filter((card) => !isByPrice || getShop(shop).offer === 'affiliate' || priceOf(shop, card) > 0)
    .toSorted(
      (a, b) => compare(key(a), key(b)) || compareByCodePoint(toTitleKey(a.title), toTitleKey(b.title)) || a.id - b.id,
    );
}

const browse = async (shop: ShopKey, query: Record<string, string>) =>
  (await (await fetch(`${app.url}/api/sync/${shop}/browse?${new URLSearchParams(query)}`)).json()) as {
    total: number;
    cards: WireCard[];
  };

describe.each(SHOPS.map(({ key }) => key))('browse %s', (shop) => {
  it.each(SORTS)('sorts by %s as the device does, on every page', async (sort) => {
    const expected = expectedOrder(shop, sort);
    for (let page = 1; page <= Math.ceil(expected.length / PAGE_SIZE) + 1; page++) {
      const { total, cards } = await browse(shop, { page: String(page), ...(sort && { sort }) });
      expect(total).toBe(expected.length);
      expect(cards).toEqual(expected.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
    }
  });

  it.each(['LAMP', 'ärg', '%', '_', '\\', 'Ä', 'nothing like it', "'; drop table product; --"])(
    'finds %s in titles, letter by letter',
    async (search) => {
      const expected = expectedOrder(shop, null).filter(({ title }) => toTitleKey(title).includes(toTitleKey(search)));
      const { total, cards } = await browse(shop, { search });
      expect([total, cards]).toEqual([expected.length, expected.slice(0, PAGE_SIZE)]);
    },
  );

  it('keeps to a category', async () => {
    const expected = expectedOrder(shop, null).filter(
      (card) => card.main_category === 'Main 1' && card.category === 'Sub 0',
    );
    expect(await browse(shop, { mainCategory: 'Main 1', category: 'Sub 0' })).toEqual({
      total: expected.length,
      cards: expected.slice(0, PAGE_SIZE),
    });
  });

  it('starts with the first cards of each main category', async () => {
    const overview = await (await fetch(`${app.url}/api/sync/${shop}/overview`)).json();
    const expected = ['Main 0', 'Main 1', 'Main 2'].map((mainCategory) => {
      const inside = expectedOrder(shop, null).filter((card) => card.main_category === mainCategory);
      return { mainCategory, total: inside.length, cards: inside.slice(0, ROW_SIZE) };
    });
    expect(overview).toMatchObject({ total: 140, rows: expected });
  });
});
