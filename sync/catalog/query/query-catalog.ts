import type { BrowseState } from '#contract/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { CatalogPage } from '../../worker/engine-api.ts';
import type { SortOrders } from '../index/sort-orders.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { findOfferFilters } from './offer-filters.ts';
import { findRequiredPrice, findSearched, selectCategories } from './select-rows.ts';

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
  const requiredPrice = findRequiredPrice(index, state.sort);
  const filters = findOfferFilters(index, state);
  const order = orders.get(state.sort, { isWanted, matches });
  const { categoryOf, isDead } = index;
  const first = (state.page - 1) * PAGE_SIZE;
  const page: number[] = [];
  let total = 0;
  for (let place = 0; place < order.length; place++) {
    const row = order[place] as number;
    if (isDead[row] === 1 || isWanted[categoryOf[row] as number] === 0) continue;
    if (matches?.[row] === 0 || requiredPrice?.(row) === 0) continue;
    if (filters?.passes(row) === false) continue;
    if (total >= first && page.length < PAGE_SIZE) page.push(row);
    total += 1;
  }
  return { total, cards: page.map((row) => index.getCard(row)) };
}
