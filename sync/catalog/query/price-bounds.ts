import type { BrowseFilters } from '#contract/products/browse.ts';
import { MAX_CENTS } from '#contract/money/money.ts';

/** The prices that pass a price filter, as a closed range; a price of 0 means none, and passes only while no bound is set. */
export interface PriceBounds {
  readonly isSet: boolean;
  readonly lowest: number;
  readonly highest: number;
}

export const readPriceBounds = ({ priceFrom, priceTo }: BrowseFilters): PriceBounds => ({
  isSet: priceFrom !== null || priceTo !== null,
  lowest: Math.max(priceFrom ?? 1, 1),
  highest: priceTo ?? MAX_CENTS,
});
