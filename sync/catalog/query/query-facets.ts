import type { BrowseState } from '#contract/products/browse.ts';
import { mapConditions } from '#contract/products/conditions.ts';
import { MAX_RATE } from '#contract/limits.ts';
import type { Facets } from '../../api/engine-api.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { createOfferFilters } from './offer-filters.ts';
import type { FacetTally } from './offer-filters.ts';
import { findRequiredPrice, findSearched, selectCategories } from './select-rows.ts';

/** Counts the products of a list that each choice of a filter would leave, in one pass over the columns. The counts match `queryCatalog`. */
export function queryFacets(index: ColumnIndex, state: BrowseState, byBarcode: readonly number[] = []): Facets {
  const isWanted = selectCategories(index, state);
  const found = findSearched(index, state.search, byBarcode);
  const requiredPrice = findRequiredPrice(index, state.sort);
  const filters = createOfferFilters(index, state);
  const { categoryOf, isDead, rows } = index;
  const tally: FacetTally = {
    lowestPrice: Number.POSITIVE_INFINITY,
    highestPrice: 0,
    rates: new Uint32Array(MAX_RATE + 1),
    inStock: 0,
    conditions: mapConditions(() => 0),
  };
  const size = found?.length ?? rows;
  for (let place = 0; place < size; place++) {
    const row = found ? (found[place] as number) : place;
    if (isDead[row] === 1 || isWanted[categoryOf[row] as number] === 0 || requiredPrice?.(row) === 0) continue;
    filters.count(row, tally);
  }
  const { lowestPrice: lowest, highestPrice: highest, inStock, conditions } = tally;
  const rates = Array.from(tally.rates, (_, stars) => tally.rates.subarray(stars).reduce((sum, rate) => sum + rate, 0));
  return { price: highest === 0 ? null : { lowest, highest }, rates, inStock, conditions };
}
