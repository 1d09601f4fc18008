import type { BrowseState } from '#contract/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { CatalogPage } from '../../worker/engine-api.ts';
import { createSortValue } from '../index/sort-orders.ts';
import type { SortOrders } from '../index/sort-orders.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { countRows } from './count-rows.ts';
import { findOfferFilters } from './offer-filters.ts';
import { selectFirst } from './select-first.ts';
import { findRequiredPrice, findSearched, selectCategories } from './select-rows.ts';

/** Up to this page, its rows are selected unless an order of all rows is cached. */
const MOST_PAGES_SELECTED = 8;
/** The part of the rows from which on walking an order finds a page sooner than selecting it. */
const WALKED_SHARE = 1 / 16;

/**
 * The page of cards for a browse state, and the number of matches on all pages. `byBarcode` are products that the search means beside those
 * whose titles contain it.
 */
export function queryCatalog(
  index: ColumnIndex,
  orders: SortOrders,
  state: BrowseState,
  byBarcode: readonly number[] = [],
): Omit<CatalogPage, 'source'> {
  const isWanted = selectCategories(index, state);
  const matches = findSearched(index, state.search, byBarcode);
  const accepts = acceptRows(index, state, matches);
  const total = countRows(index, isWanted, accepts);
  const first = (state.page - 1) * PAGE_SIZE;
  const end = Math.min(first + PAGE_SIZE, total);
  if (first >= end) return { total, cards: [] };
  const isWalked = orders.has(state.sort) && end < total && total >= index.rows * WALKED_SHARE;
  const rows =
    isWalked || state.page > MOST_PAGES_SELECTED
      ? walkOrder(index, orders.get(state.sort, { isWanted, matches }), { isWanted, accepts, first, end })
      : selectFirst(index, {
          limit: end,
          isWanted,
          rankOf: state.sort === null ? undefined : createSortValue(index, state.sort),
          accepts,
        }).slice(first);
  return { total, cards: rows.map((row) => index.getCard(row)) };
}

/** Tells whether a row is in a list, apart from its category; undefined if all rows are. */
function acceptRows(
  index: ColumnIndex,
  state: BrowseState,
  matches: Uint8Array | undefined,
): ((row: number) => boolean) | undefined {
  const requiredPrice = findRequiredPrice(index, state.sort);
  const filters = findOfferFilters(index, state);
  if (!requiredPrice && !filters) return matches && ((row) => matches[row] === 1);
  return (row) => matches?.[row] !== 0 && requiredPrice?.(row) !== 0 && filters?.passes(row) !== false;
}

interface Walk {
  readonly isWanted: Uint8Array;
  readonly accepts: ((row: number) => boolean) | undefined;
  /** Places of the page's rows in the list. */
  readonly first: number;
  readonly end: number;
}

/** Returns the rows of a page, in an order that has others among them. */
function walkOrder(index: ColumnIndex, order: Uint32Array, { isWanted, accepts, first, end }: Walk): number[] {
  const { categoryOf, isDead } = index;
  const page: number[] = [];
  let count = 0;
  for (let place = 0; count < end; place++) {
    const row = order[place] as number;
    if (isDead[row] === 1 || isWanted[categoryOf[row] as number] === 0 || accepts?.(row) === false) continue;
    if (count >= first) page.push(row);
    count += 1;
  }
  return page;
}
