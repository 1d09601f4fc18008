import { ROW_SIZE } from '#contract/limits.ts';
import { sortByName } from '#contract/text/sort-by-name.ts';
import type { CatalogOverview, CategoryCount } from '../../api/engine-api.ts';
import { createSortValue } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { selectFirst } from './query-catalog.ts';

/** The first products of each main category, every category with counts and sums, and, with `hasTopStrip`, the most viewed products. */
export function overviewCatalog(index: ColumnIndex, hasTopStrip: boolean): Omit<CatalogOverview, 'source'> {
  const categories = countCategories(index);
  const rows = categories.map(({ mainCategory, total }) => {
    const isWanted = Uint8Array.from(index.categories, (category) => Number(category.mainCategory === mainCategory));
    return { mainCategory, total, cards: toCards(index, selectFirst(index, { limit: ROW_SIZE, isWanted })) };
  });
  const top = hasTopStrip ? selectFirst(index, { limit: ROW_SIZE, rankOf: createSortValue(index, 'views') }) : [];
  return { total: index.count, top: toCards(index, top), rows, categories };
}

const toCards = (index: ColumnIndex, rows: readonly number[]) => rows.map((row) => index.getCard(row));

/** All categories with products, in alphabetical order, with their counts and sums of prices. */
function countCategories(index: ColumnIndex): CategoryCount[] {
  const { categories: known, categoryOf, isDead } = index;
  const hasSums = index.offer === 'affiliate';
  const prices = hasSums ? index.numbers('price_cents') : undefined;
  const typicalPrices = hasSums ? index.numbers('typical_price_cents') : undefined;
  const totals = new Uint32Array(known.length);
  const priceSums = new Float64Array(known.length);
  const typicalPriceSums = new Float64Array(known.length);
  for (let row = 0; row < index.rows; row++) {
    if (isDead[row] === 1) continue;
    const category = categoryOf[row] as number;
    totals[category] = (totals[category] as number) + 1;
    priceSums[category] = (priceSums[category] as number) + (prices?.[row] ?? 0);
    typicalPriceSums[category] = (typicalPriceSums[category] as number) + (typicalPrices?.[row] ?? 0);
  }
  const filled = known
    .map(({ mainCategory, category }, number) => ({
      mainCategory,
      category,
      total: totals[number] as number,
      price_sum_cents: priceSums[number] as number,
      typical_price_sum_cents: typicalPriceSums[number] as number,
    }))
    .filter(({ total }) => total > 0);
  return sortByName(Object.entries(Object.groupBy(filled, ({ mainCategory }) => mainCategory)), ([name]) => name).map(
    ([mainCategory, members = []]) => ({
      mainCategory,
      total: members.reduce((sum, { total }) => sum + total, 0),
      categories: sortByName(members, ({ category }) => category).map(
        ({ mainCategory: _main, ...category }) => category,
      ),
    }),
  );
}
