import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SORT_PRICE, toCard } from '#contract/blocks/card.ts';
import type { Card } from '#contract/blocks/card.ts';
import type { BrowseFilters } from '#contract/products/browse.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { toFirstOverview } from '#contract/screens/first-screen.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { getOverview, WireCard } from '#contract/http/catalog.ts';
import { PAGE_SIZE, ROW_SIZE } from '#contract/limits.ts';
import type { Cents } from '#contract/money/money.ts';
import { getShop, SHOPS } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { plainMatchRank } from '#contract/testing/plain-match-rank.ts';
import { compareByCodePoint, toTitleKey } from '#contract/text/title-key.ts';
import { createRandom } from '../../testing/random.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { findProducts } from './catalog.repository.ts';
import { readFirstOverview } from './overview.repository.ts';
import type { ProductWrite } from '../products/product-writes.service.ts';
import { addViews } from '../products/view.repository.ts';

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
  'Resubmit',
  '(subtle) lamp',
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
    if (getShop(shop).offer === 'affiliate') {
      const availability = below(3) === 0 ? ('NO' as const) : ('YES' as const);
      return { fields: { ...common, price, typical_price: String(below(20)), rate: below(6), availability } };
    }
    return {
      fields: {
        ...common,
        good_condition_price: price,
        good_condition_available_quantity: String(below(3)),
        excellent_condition_price: ['0', '7'][below(2)] ?? '0',
        excellent_condition_available_quantity: String(below(2)),
      },
    };
  });
}

beforeAll(async () => {
  app = await startTestApp();
  for (const { key, offer } of SHOPS) {
    await app.context.products.saveProducts(key, makeProducts(key));
    await addViews(
      app.context.write,
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

/** One way to buy a product: its price, its condition if it has one, and whether it is in stock. */
interface PlainOffer {
  readonly price: number;
  readonly condition: ConditionKey | null;
  readonly isInStock: boolean;
}

const offersOf = (card: WireCard): PlainOffer[] =>
  'availability' in card
    ? [{ price: card.price_cents, condition: null, isInStock: card.availability !== 'NO' }]
    : CONDITIONS.map(({ key }) => ({
        price: card[`${key}_price_cents`],
        condition: key,
        isInStock: card[`${key}_quantity`] > 0,
      }));

/** The filters of the contract, implemented a second time in the simplest way. */
function passes(card: WireCard, filters: BrowseFilters): boolean {
  const { priceFrom, priceTo, minRate, inStock, condition } = filters;
  if (minRate !== null && ('rate' in card ? card.rate : 0) < minRate) return false;
  const offers = offersOf(card).filter((offer) => condition === null || offer.condition === condition);
  if ((inStock || condition !== null) && !offers.some(({ isInStock }) => isInStock)) return false;
  if (priceFrom === null && priceTo === null) return true;
  const isSold = (offer: PlainOffer): boolean => offer.condition === null || offer.isInStock;
  return offers.some(
    (offer) =>
      isSold(offer) && offer.price > 0 && offer.price >= (priceFrom ?? 0) && offer.price <= (priceTo ?? Infinity),
  );
}

/** The order of the contract, implemented a second time in the simplest way. */
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

/** Best matches of a search first, equal ones by views, otherwise as they were. */
const bestFirst = (cards: readonly WireCard[], search: string): WireCard[] =>
  cards.toSorted((a, b) => plainMatchRank(a, search) - plainMatchRank(b, search) || b.view_count - a.view_count);

const browse = async (shop: ShopKey, query: Record<string, string>) =>
  (await (await fetch(`${app.url}/api/sync/${shop}/browse?${new URLSearchParams(query)}`)).json()) as {
    total: number;
    cards: WireCard[];
  };

type Overview = EndpointReply<typeof getOverview>;

const readOverviewOf = async (shop: ShopKey, sort: SortKey | null) =>
  (await (
    await fetch(`${app.url}/api/sync/${shop}/overview${sort === null ? '' : `?sort=${sort}`}`)
  ).json()) as Overview;

describe.each(SHOPS.map(({ key }) => key))('browse %s', (shop) => {
  it.each(SORTS)('sorts by %s as the device does, on every page', async (sort) => {
    const expected = expectedOrder(shop, sort);
    for (let page = 1; page <= Math.ceil(expected.length / PAGE_SIZE) + 1; page++) {
      const { total, cards } = await browse(shop, { page: String(page), ...(sort && { sort }) });
      expect(total).toBe(expected.length);
      expect(cards).toEqual(expected.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
    }
  });

  it.each(['LAMP', 'sub', 'b', 'wool', 'ärg', '%', '_', '\\', 'Ä', 'nothing like it', "'; drop table product; --"])(
    'finds %s in titles literally',
    async (search) => {
      const expected = bestFirst(
        expectedOrder(shop, null).filter(({ title }) => toTitleKey(title).includes(toTitleKey(search))),
        search,
      );
      const { total, cards } = await browse(shop, { search });
      expect([total, cards]).toEqual([expected.length, expected.slice(0, PAGE_SIZE)]);
    },
  );

  it('lists one category', async () => {
    const expected = expectedOrder(shop, null).filter(
      (card) => card.main_category === 'Main 1' && card.category === 'Sub 0',
    );
    expect(await browse(shop, { mainCategory: 'Main 1', category: 'Sub 0' })).toEqual({
      total: expected.length,
      cards: expected.slice(0, PAGE_SIZE),
    });
  });

  it.each([
    { priceFrom: 550 },
    { priceTo: 700 },
    { priceFrom: 0 },
    { priceFrom: 500, priceTo: 550 },
    { priceFrom: 900, priceTo: 100 },
    { minRate: 4 },
    { inStock: '1' },
    { condition: 'excellent' },
    { condition: 'verygood' },
    { condition: 'good', priceTo: 550 },
    { inStock: '1', priceFrom: 600 },
    { minRate: 2, inStock: '1', priceTo: 999, search: 'LAMP', sort: 'priceDesc' },
    { condition: 'good', sort: 'views', page: 2 },
  ])('narrows a list by %j', async (query) => {
    const filters: BrowseFilters = {
      priceFrom: (query.priceFrom ?? null) as Cents | null,
      priceTo: (query.priceTo ?? null) as Cents | null,
      minRate: query.minRate ?? null,
      inStock: query.inStock === '1',
      condition: (query.condition ?? null) as ConditionKey | null,
    };
    const expected = expectedOrder(shop, (query.sort ?? null) as SortKey | null).filter(
      (card) => passes(card, filters) && toTitleKey(card.title).includes(toTitleKey(query.search ?? '')),
    );
    const { total, cards } = await browse(
      shop,
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    );
    const start = ((query.page ?? 1) - 1) * PAGE_SIZE;
    expect([total, cards]).toEqual([expected.length, expected.slice(start, start + PAGE_SIZE)]);
  });

  it.each(SORTS)('has an overview with the first cards of each main category, sorted by %s', async (sort) => {
    const overview = await readOverviewOf(shop, sort);
    const expected = ['Main 0', 'Main 1', 'Main 2'].map((mainCategory) => {
      const inside = expectedOrder(shop, sort).filter((card) => card.main_category === mainCategory);
      return { mainCategory, total: inside.length, cards: inside.slice(0, ROW_SIZE) };
    });
    expect([overview.total, overview.rows]).toEqual([expectedOrder(shop, sort).length, expected]);
    expect(await readFirstOverview(app.context.database.reader, shop, sort)).toEqual(toFirstOverview(overview));
  });

  it('has an overview with the most viewed products if the shop shows a strip of them', async () => {
    const { top } = await readOverviewOf(shop, null);
    expect(top).toEqual(getShop(shop).hasTopStrip ? expectedOrder(shop, 'views').slice(0, ROW_SIZE) : []);
  });

  it('has an overview with the number and the price sums of every category', async () => {
    const { categories } = await readOverviewOf(shop, 'priceAsc');
    const sum = (cards: WireCard[], read: (card: WireCard) => number) =>
      cards.reduce((total, card) => total + read(card), 0);
    const expected = ['Main 0', 'Main 1', 'Main 2'].map((mainCategory) => {
      const main = (all.get(shop) ?? []).filter((card) => card.main_category === mainCategory);
      return {
        mainCategory,
        total: main.length,
        categories: ['Sub 0', 'Sub 1'].map((category) => {
          const inside = main.filter((card) => card.category === category);
          return {
            category,
            total: inside.length,
            price_sum_cents: sum(inside, (card) => ('price_cents' in card ? card.price_cents : 0)),
            typical_price_sum_cents: sum(inside, (card) => ('price_cents' in card ? card.typical_price_cents : 0)),
          };
        }),
      };
    });
    expect(categories).toEqual(expected);
  });
});

describe('a start screen', () => {
  it('omits rows that have no products in the chosen sort', async () => {
    const empty = await startTestApp();
    try {
      await empty.context.products.saveProducts('ayz', [
        { fields: { title: 'Priced', main_category: 'A', category: 'A', good_condition_price: '5' } },
        { fields: { title: 'Unpriced', main_category: 'B', category: 'B' } },
      ]);
      const read = async (query: string) => (await fetch(`${empty.url}/api/sync/ayz/overview${query}`)).json();
      expect(await read('')).toMatchObject({ total: 2, rows: [{ mainCategory: 'A' }, { mainCategory: 'B' }] });
      const sorted = (await read('?sort=priceDesc')) as Overview;
      expect([sorted.total, sorted.rows.map(({ mainCategory }) => mainCategory)]).toEqual([1, ['A']]);
      expect(sorted.categories).toHaveLength(2);
    } finally {
      await empty.stop();
    }
  });
});
