import { markedCondition } from '#pwa/messages/term-names.ts';
import { NO_FILTERS } from '#contract/products/browse.ts';
import type { BrowseFilters } from '#contract/products/browse.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import type { Cents } from '#contract/money/money.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';

/** An active filter: its label, and the filters to apply to remove it. */
export interface ActiveFilter {
  readonly name: string;
  readonly label: string;
  readonly without: Partial<BrowseFilters>;
}

/** Returns the active filters in the order of the panel; a price range is one filter. */
export function listActiveFilters(filters: BrowseFilters): ActiveFilter[] {
  const labels: Partial<Record<keyof BrowseFilters, string>> = {};
  const { priceFrom, priceTo, minRate, inStock, condition } = filters;
  if (priceFrom !== null || priceTo !== null) labels.priceFrom = priceLabel(priceFrom, priceTo);
  if (minRate !== null) labels.minRate = catalogMessages.filters.starsOf(minRate);
  const chosen = CONDITIONS.find(({ key }) => key === condition);
  if (chosen) labels.condition = markedCondition(chosen.key);
  if (inStock) labels.inStock = catalogMessages.filters.inStock;
  return Object.entries(labels).map(([name, label]) => ({
    name,
    label,
    without: WITHOUT[name as keyof BrowseFilters],
  }));
}

const NO_PRICE = { priceFrom: NO_FILTERS.priceFrom, priceTo: NO_FILTERS.priceTo };
const WITHOUT: Readonly<Record<keyof BrowseFilters, Partial<BrowseFilters>>> = {
  priceFrom: NO_PRICE,
  priceTo: NO_PRICE,
  minRate: { minRate: null },
  inStock: { inStock: false },
  condition: { condition: null },
};

function priceLabel(from: Cents | null, to: Cents | null): string {
  if (to === null) return catalogMessages.filters.priceFrom(formatPrice(from ?? (0 as Cents)));
  if (from === null) return catalogMessages.filters.priceTo(formatPrice(to));
  return catalogMessages.filters.priceBetween(formatPrice(from), formatPrice(to));
}
