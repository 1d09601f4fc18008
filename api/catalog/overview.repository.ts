import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { getOverview } from '#contract/http/sync.ts';
import { ROW_SIZE } from '#contract/limits.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import type { Queryable } from '../storage/database.ts';
import { countMatching, leavesUnpricedOut, listCards } from './browse.repository.ts';
import { listCategorySums, toCategories } from './catalog.repository.ts';
import type { CategorySums } from './catalog.repository.ts';

type Overview = EndpointReply<typeof getOverview>;

/**
 * The start screen: the most viewed products where the shop has a strip of them, the first cards of each main category in the order of
 * the sort, and all categories with their counts and sums. A row that the sort leaves nothing of is left out.
 */
export async function readOverview(db: Queryable, shop: ShopKey, sort: SortKey | null): Promise<Overview> {
  const { offer, hasTopStrip } = getShop(shop);
  const categories = nestCategories(await listCategorySums(db, shop));
  const rows: Overview['rows'] = [];
  for (const { mainCategory, total } of categories) {
    const state = { ...EMPTY_BROWSE_STATE, mainCategory, sort };
    const shown = leavesUnpricedOut(offer, sort) ? await countMatching(db, shop, state) : total;
    if (shown > 0) rows.push({ mainCategory, total: shown, cards: await listCards(db, shop, state, ROW_SIZE) });
  }
  const byViews = { ...EMPTY_BROWSE_STATE, sort: 'views' as const };
  return {
    total: categories.reduce((sum, { total }) => sum + total, 0),
    top: hasTopStrip ? await listCards(db, shop, byViews, ROW_SIZE) : [],
    rows,
    categories,
  };
}

/** Counts and sums by main category and category, both in the order in which people read them. */
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
    return { mainCategory, total: inside.reduce((sum, { total }) => sum + total, 0), categories: inside };
  });
}
