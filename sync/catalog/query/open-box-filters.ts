import type { BrowseFilters } from '#contract/products/browse.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import type { FacetTally, OfferFilters } from './offer-filter-types.ts';
import { readPriceBounds } from './price-bounds.ts';

/** Filters over used items, whose price and stock are those of a condition. They have no rating. */
export function createOpenBoxFilters(index: ColumnIndex, filters: BrowseFilters): OfferFilters {
  const offers = CONDITION_KEYS.map((key) => ({
    key,
    prices: index.numbers(`${key}_price_cents`),
    quantities: index.numbers(`${key}_quantity`),
  }));
  type Offer = (typeof offers)[number];
  const { isSet, lowest, highest } = readPriceBounds(filters);
  const { inStock, condition } = filters;
  const hasRate = filters.minRate !== null;
  /** The conditions whose price and stock count; without a chosen one, all. */
  const chosen = condition === null ? offers : offers.filter(({ key }) => key === condition);

  const isStocked = ({ quantities }: Offer, row: number): boolean => (quantities[row] as number) > 0;
  const isAnyStocked = (among: readonly Offer[], row: number): boolean => among.some((offer) => isStocked(offer, row));
  /** Stock and price must be of the same condition. */
  const isOffered = (offer: Offer, row: number): boolean => {
    const price = offer.prices[row] as number;
    return isStocked(offer, row) && (!isSet || (price >= lowest && price <= highest));
  };
  const passesPrice = (row: number): boolean => !isSet || chosen.some((offer) => isOffered(offer, row));
  const passesCondition = (row: number): boolean => condition === null || isAnyStocked(chosen, row);
  const passesStock = (row: number): boolean => !inStock || isAnyStocked(offers, row);

  return {
    passes: (row) => !hasRate && passesCondition(row) && passesPrice(row) && passesStock(row),

    count(row: number, tally: FacetTally) {
      if (hasRate) return;
      if (passesCondition(row) && passesPrice(row) && isAnyStocked(offers, row)) tally.inStock += 1;
      if (!passesStock(row)) return;
      for (const offer of offers) if (isOffered(offer, row)) tally.conditions[offer.key] += 1;
      for (const offer of chosen) {
        const price = offer.prices[row] as number;
        if (price === 0 || !isStocked(offer, row)) continue;
        if (price < tally.lowestPrice) tally.lowestPrice = price;
        if (price > tally.highestPrice) tally.highestPrice = price;
      }
    },
  };
}
