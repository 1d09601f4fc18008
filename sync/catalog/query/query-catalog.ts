import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { SortKey } from '#contract/shops.ts';
import type { CatalogPage } from '../../api/engine-api.ts';
import { createSortValue } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { countRows, createSearchRank, findRequiredPrice, findSearched, selectCategories } from './select-rows.ts';
import { findOfferFilters } from './offer-filters.ts';
import { selectFirst } from './select-first.ts';

/**
 * The page of cards for a browse state, and the number of matches on all pages. `byBarcode` are products that the search means beside those
 * whose titles contain it.
 */
export function queryCatalog(
  index: ColumnIndex,
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
  const rankOf = findRank(index, state.sort, matches);
  const rows = selectFirst(index, { limit: end, isWanted, rankOf, accepts }).slice(first);
  return { total, cards: rows.map((row) => index.getCard(row)) };
}

/** The order of a list before that by title: the chosen sort, else the best matches of a search first. */
function findRank(
  index: ColumnIndex,
  sort: SortKey | null,
  matches: Uint8Array | undefined,
): ((row: number) => number) | undefined {
  if (sort !== null) return createSortValue(index, sort);
  return matches && createSearchRank(index, matches);
}

/** Tells whether a row is in a list, apart from its category; undefined if all rows are. */
function acceptRows(
  index: ColumnIndex,
  state: BrowseState,
  matches: Uint8Array | undefined,
): ((row: number) => boolean) | undefined {
  const requiredPrice = findRequiredPrice(index, state.sort);
  const filters = findOfferFilters(index, state);
  if (!requiredPrice && !filters) return matches && ((row) => matches[row] !== 0);
  return (row) => matches?.[row] !== 0 && requiredPrice?.(row) !== 0 && filters?.passes(row) !== false;
}
