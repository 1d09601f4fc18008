import { isFiltered } from '#contract/browse.ts';
import type { BrowseFilters } from '#contract/browse.ts';
import type { ConditionKey } from '#contract/conditions.ts';
import type { OfferKind } from '#contract/shops.ts';
import { createAffiliateFilters } from './affiliate-filters.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { createOpenBoxFilters } from './open-box-filters.ts';

/** Counts for the numbers beside the filters. */
export interface FacetTally {
  lowestPrice: number;
  highestPrice: number;
  /** Rows with exactly that many stars. */
  readonly rates: Uint32Array;
  inStock: number;
  readonly conditions: Record<ConditionKey, number>;
}

/** The filters of a browse state over the rows of one index; valid until the index changes. Their meaning is defined by the contract. */
export interface OfferFilters {
  passes(row: number): boolean;
  /** Counts a row of the list: for each filter's numbers if it passes all the other filters. */
  count(row: number, tally: FacetTally): void;
}

/** Columns differ by offer kind, and so do the filters over them. */
const OFFER_FILTERS: Record<OfferKind, (index: ColumnIndex, filters: BrowseFilters) => OfferFilters> = {
  affiliate: createAffiliateFilters,
  openBox: createOpenBoxFilters,
};

/** The filters of a state, whether any is set or not. */
export const createOfferFilters = (index: ColumnIndex, filters: BrowseFilters): OfferFilters =>
  OFFER_FILTERS[index.offer](index, filters);

/** The filters of a state; undefined when none is set, so that a plain list costs nothing. */
export const findOfferFilters = (index: ColumnIndex, filters: BrowseFilters): OfferFilters | undefined =>
  isFiltered(filters) ? createOfferFilters(index, filters) : undefined;
