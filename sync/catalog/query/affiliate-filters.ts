import type { BrowseFilters } from '#contract/products/browse.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import type { FacetTally, OfferFilters } from './offer-filter-types.ts';
import { readPriceBounds } from './price-bounds.ts';

/** Filters over products sold elsewhere: one price, a rating, and availability. They have no condition. */
export function createAffiliateFilters(index: ColumnIndex, filters: BrowseFilters): OfferFilters {
  const prices = index.numbers('price_cents');
  const rates = index.numbers('rate');
  const availability = index.numbers('availability');
  const soldOut = index.findWord('availability', 'NO') ?? -1;
  const { isSet, lowest, highest } = readPriceBounds(filters);
  const { inStock } = filters;
  const minRate = filters.minRate ?? 0;
  const hasCondition = filters.condition !== null;
  return {
    passes(row) {
      const price = prices[row] as number;
      if (hasCondition || (isSet && (price < lowest || price > highest))) return false;
      return (rates[row] as number) >= minRate && !(inStock && availability[row] === soldOut);
    },

    count(row: number, tally: FacetTally) {
      if (hasCondition) return;
      const price = prices[row] as number;
      const rate = rates[row] as number;
      const isStocked = availability[row] !== soldOut;
      const passesPrice = !isSet || (price >= lowest && price <= highest);
      const passesStock = isStocked || !inStock;
      if (passesPrice && passesStock) tally.rates[rate] = (tally.rates[rate] as number) + 1;
      if (rate < minRate) return;
      if (passesPrice && isStocked) tally.inStock += 1;
      if (!passesStock || price === 0) return;
      if (price < tally.lowestPrice) tally.lowestPrice = price;
      if (price > tally.highestPrice) tally.highestPrice = price;
    },
  };
}
