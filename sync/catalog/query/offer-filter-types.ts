import type { ConditionKey } from '#contract/products/conditions.ts';

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
