import type { BrowseState } from '#contract/browse.ts';
import { PAGE_SIZE, ROW_SIZE } from '#contract/limits.ts';
import { toTitleKey } from '#contract/title-key.ts';
import type { CatalogOverview, CatalogPage } from '../worker/engine-api.ts';
import { createPriceReader } from './catalog-orders.ts';
import type { CatalogOrders } from './catalog-orders.ts';
import type { ColumnIndex } from './column-index.ts';

/** Rows whose title holds the text, regardless of case, as one flag a row; undefined when every title does. */
export function findTitles(index: ColumnIndex, search: string): Uint8Array | undefined {
  const needle = toTitleKey(search);
  if (needle === '') return undefined;
  const matches = new Uint8Array(index.rows);
  const { titleKeys, keyStarts } = index;
  let row = 0;
  let at = needle.includes('\n') ? -1 : titleKeys.indexOf(needle);
  while (at >= 0) {
    while ((keyStarts[row + 1] as number) <= at) row += 1;
    matches[row] = 1;
    at = titleKeys.indexOf(needle, keyStarts[row + 1]);
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
  const order = orders.get(state.sort);
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
export function overviewCatalog(index: ColumnIndex, orders: CatalogOrders): Omit<CatalogOverview, 'source'> {
  const totals = new Uint32Array(index.categories.length);
  const firstRows = new Map<string, number[]>();
  for (const row of orders.get(null)) {
    if (index.isDead[row] === 1) continue;
    const number = index.categoryOf[row] as number;
    totals[number] = (totals[number] as number) + 1;
    const { mainCategory } = index.categories[number] as { mainCategory: string };
    const rows = firstRows.get(mainCategory);
    if (!rows) firstRows.set(mainCategory, [row]);
    else if (rows.length < ROW_SIZE) rows.push(row);
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
    categories: sortBy(members, ({ category }) => category).map(({ category, total }) => ({ category, total })),
  }));
  const rows = categories.map(({ mainCategory, total }) => ({
    mainCategory,
    total,
    cards: (firstRows.get(mainCategory) ?? []).map((row) => index.getCard(row)),
  }));
  return { total: index.count, rows, categories };
}

const collator = new Intl.Collator('en', { sensitivity: 'base' });

function sortBy<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)) || (nameOf(a) < nameOf(b) ? -1 : 1));
}
