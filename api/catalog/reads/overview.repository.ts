import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { FIRST_SCREEN_ROW_CARDS, FIRST_SCREEN_ROWS } from '#contract/screens/first-screen.ts';
import type { FirstOverview } from '#contract/screens/first-screen.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { getOverview, WireCard } from '#contract/http/catalog.ts';
import { ROW_SIZE } from '#contract/limits.ts';
import { getShop, showsTopStrip } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import type { Queryable } from '../../storage/database.ts';
import { countMatching, leavesUnpricedOut, listCards } from './browse.repository.ts';
import { listCategoryCounts, listCategorySums, toCategories } from './catalog.repository.ts';
import type { CategorySums } from './catalog.repository.ts';

type Overview = EndpointReply<typeof getOverview>;

/**
 * Reads the start screen: the most viewed products where the shop has a strip of them, the first cards of each main category in the
 * order of the sort, and all categories with their counts and sums. A main category in which the sort leaves all products out has no row.
 */
export async function readOverview(db: Queryable, shop: ShopKey, sort: SortKey | null): Promise<Overview> {
  const categories = nestCategories(await listCategorySums(db, shop));
  const rows = await readRows(db, shop, sort, categories, Infinity, ROW_SIZE);
  return { total: sumTotals(rows), top: await listTop(db, shop, sort, ROW_SIZE), rows, categories };
}

/** Reads the part of the start screen that is rendered before any script runs: `toFirstOverview` of `readOverview`, with fewer queries. */
export async function readFirstOverview(db: Queryable, shop: ShopKey, sort: SortKey | null): Promise<FirstOverview> {
  const counts = await listCategoryCounts(db, shop);
  const totals = new Map<string, number>();
  for (const { main_category, total } of counts) totals.set(main_category, (totals.get(main_category) ?? 0) + total);
  const categories = toCategories(counts).mainCategories.map((mainCategory) => ({
    mainCategory,
    total: totals.get(mainCategory) ?? 0,
  }));
  const rows = await readRows(db, shop, sort, categories, FIRST_SCREEN_ROWS, FIRST_SCREEN_ROW_CARDS);
  return { total: sumTotals(rows), top: await listTop(db, shop, sort, FIRST_SCREEN_ROW_CARDS), rows };
}

const sumTotals = (items: readonly { readonly total: number }[]): number =>
  items.reduce((sum, { total }) => sum + total, 0);

async function listTop(db: Queryable, shop: ShopKey, sort: SortKey | null, size: number): Promise<WireCard[]> {
  return showsTopStrip(getShop(shop), sort) ? listCards(db, shop, { ...EMPTY_BROWSE_STATE, sort: 'views' }, size) : [];
}

/** Reads the rows in which the sort shows products: the first `filledRows` of them with up to `size` cards, the rest without cards. */
async function readRows(
  db: Queryable,
  shop: ShopKey,
  sort: SortKey | null,
  categories: readonly { readonly mainCategory: string; readonly total: number }[],
  filledRows: number,
  size: number,
): Promise<Overview['rows']> {
  const rows: Overview['rows'] = [];
  for (const { mainCategory, total } of categories) {
    const state = { ...EMPTY_BROWSE_STATE, mainCategory, sort };
    const shown = leavesUnpricedOut(getShop(shop).offer, sort) ? await countMatching(db, shop, state) : total;
    if (shown === 0) continue;
    const cards = rows.length < filledRows ? await listCards(db, shop, state, size) : [];
    rows.push({ mainCategory, total: shown, cards });
  }
  return rows;
}

/** Groups counts and sums by main category and category, both in display order. */
function nestCategories(counts: readonly CategorySums[]): Overview['categories'] {
  const byName = new Map(counts.map((count) => [`${count.main_category}\n${count.category}`, count]));
  const { mainCategories, categoryMap } = toCategories(counts);
  return mainCategories.map((mainCategory) => {
    const inside = (categoryMap[mainCategory] ?? []).map((category) => {
      const count = byName.get(`${mainCategory}\n${category}`);
      return {
        category,
        total: count?.total ?? 0,
        price_sum_cents: count?.price_sum_cents ?? 0,
        typical_price_sum_cents: count?.typical_price_sum_cents ?? 0,
      };
    });
    return { mainCategory, total: sumTotals(inside), categories: inside };
  });
}
