import { isFiltered } from '#contract/products/browse.ts';
import type { BrowseFilters } from '#contract/products/browse.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { MAX_CENTS } from '#contract/money/money.ts';
import type { ColumnIndex } from '../index/column-index.ts';

/** Running counts for the numbers that are shown beside the filters. */
export interface FacetTally {
  lowestPrice: number;
  highestPrice: number;
  /** By number of stars: the rows with exactly that many. */
  readonly rates: Uint32Array;
  inStock: number;
  readonly conditions: Record<ConditionKey, number>;
}

/** The filters of a browse state over the rows of one index; valid until the index changes. Their meaning is defined by the contract. */
export interface OfferFilters {
  passes(row: number): boolean;
  /** Counts a row of the list for the numbers of each filter, if it passes all other filters. */
  count(row: number, tally: FacetTally): void;
}

/** The filters of a state, whether any is set or not. */
export const createOfferFilters = (index: ColumnIndex, filters: BrowseFilters): OfferFilters =>
  index.offer === 'affiliate' ? createAffiliateFilters(index, filters) : createOpenBoxFilters(index, filters);

/** The filters of a state; undefined when none is set, so that a plain list costs nothing. */
export const findOfferFilters = (index: ColumnIndex, filters: BrowseFilters): OfferFilters | undefined =>
  isFiltered(filters) ? createOfferFilters(index, filters) : undefined;

/** The prices that pass a price filter, as a closed range; a price of 0 means none, and passes only while no bound is set. */
const toPriceRange = ({ priceFrom, priceTo }: BrowseFilters) => ({
  isSet: priceFrom !== null || priceTo !== null,
  lowest: Math.max(priceFrom ?? 1, 1),
  highest: priceTo ?? MAX_CENTS,
});

/** Filters over products sold elsewhere: one price, a rating, and availability. They have no condition. */
function createAffiliateFilters(index: ColumnIndex, filters: BrowseFilters): OfferFilters {
  const prices = index.numbers('price_cents');
  const rates = index.numbers('rate');
  const availability = index.numbers('availability');
  const soldOut = index.findWord('availability', 'NO') ?? -1;
  const { isSet, lowest, highest } = toPriceRange(filters);
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

/** Filters over used items, whose price and stock are those of a condition. They have no rating. */
function createOpenBoxFilters(index: ColumnIndex, filters: BrowseFilters): OfferFilters {
  const offers = CONDITION_KEYS.map((key) => ({
    key,
    prices: index.numbers(`${key}_price_cents`),
    quantities: index.numbers(`${key}_quantity`),
  }));
  type Offer = (typeof offers)[number];
  const { isSet, lowest, highest } = toPriceRange(filters);
  const { inStock, condition } = filters;
  const hasRate = filters.minRate !== null;
  /** The conditions whose price and stock matter: the chosen one, or all if none is chosen. */
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
