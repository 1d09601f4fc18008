import type { BrowseState } from '#contract/browse.ts';
import { PAGE_SIZE, ROW_SIZE } from '#contract/limits.ts';
import { toTitleKey } from '#contract/title-key.ts';
import type { CatalogOverview, CatalogPage } from '../worker/engine-api.ts';
import { createPriceReader } from './catalog-orders.ts';
import { findFirstByTitle } from './title-order.ts';
import type { CatalogOrders } from './catalog-orders.ts';
import type { ColumnIndex } from './column-index.ts';

/** Rows whose title holds the text, regardless of case, as one flag a row; undefined when every title does. */
export function findTitles(index: ColumnIndex, search: string): Uint8Array | undefined {
  const needle = toTitleKey(search);
  if (needle === '') return undefined;
  const matches = new Uint8Array(index.rows);
  const { text, starts } = index.keys;
  let row = 0;
  let at = needle.includes('\n') ? -1 : text.indexOf(needle);
  while (at >= 0) {
    while ((starts[row + 1] as number) <= at) row += 1;
    matches[row] = 1;
    at = text.indexOf(needle, starts[row + 1]);
  }
  return matches;
}

/** The page of cards that a browse state shows, and how many products match on all pages. */
export function queryCatalog(
  index: ColumnIndex,
  orders: CatalogOrders,
  state: BrowseState,
): Omit<CatalogPage, 'source'> {
  const isWanted = selectCategories(index, state);
  const matches = findTitles(index, state.search);
  const excludesUnpriced = index.offer === 'openBox' && (state.sort === 'priceAsc' || state.sort === 'priceDesc');
  const priceOf = excludesUnpriced ? createPriceReader(index) : undefined;
  const order = orders.get(state.sort, isWanted);
  const { categoryOf, isDead } = index;
  const first = (state.page - 1) * PAGE_SIZE;
  const page: number[] = [];
  let total = 0;
  for (let place = 0; place < order.length; place++) {
    const row = order[place] as number;
    if (isDead[row] === 1 || isWanted[categoryOf[row] as number] === 0) continue;
    if (matches?.[row] === 0 || priceOf?.(row) === 0) continue;
    if (total >= first && page.length < PAGE_SIZE) page.push(row);
    total += 1;
  }
  return { total, cards: page.map((row) => index.getCard(row)) };
}

function selectCategories(index: ColumnIndex, state: BrowseState): Uint8Array {
  return Uint8Array.from(index.categories, ({ mainCategory, category }) =>
    Number(
      (state.mainCategory === null || state.mainCategory === mainCategory) &&
        (state.category === null || state.category === category),
    ),
  );
}

/** For each main category its first products by title, and every category with its number of products. */
export function overviewCatalog(index: ColumnIndex): Omit<CatalogOverview, 'source'> {
  const { categories: known, categoryOf, isDead } = index;
  const totals = new Uint32Array(known.length);
  for (let row = 0; row < index.rows; row++) {
    if (isDead[row] === 0) totals[categoryOf[row] as number] = (totals[categoryOf[row] as number] as number) + 1;
  }
  const filled = index.categories
    .map(({ mainCategory, category }, number) => ({ mainCategory, category, total: totals[number] as number }))
    .filter(({ total }) => total > 0);
  const categories = sortBy(
    Object.entries(Object.groupBy(filled, ({ mainCategory }) => mainCategory)),
    ([name]) => name,
  ).map(([mainCategory, members = []]) => ({
    mainCategory,
    total: members.reduce((sum, { total }) => sum + total, 0),
    categories: sortBy(members, ({ category }) => category).map(({ category, total }) => ({
      category,
      total,
      price_sum_cents: 0,
      typical_price_sum_cents: 0,
    })),
  }));
  const rows = categories.map(({ mainCategory, total }) => ({
    mainCategory,
    total,
    cards: findFirstByTitle(index, mainCategory, ROW_SIZE).map((row) => index.getCard(row)),
  }));
  return { total: index.count, top: [], rows, categories };
}

const collator = new Intl.Collator('en', { sensitivity: 'base' });

function sortBy<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)) || (nameOf(a) < nameOf(b) ? -1 : 1));
}
