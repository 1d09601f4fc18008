import type { ConditionKey } from './conditions.ts';
import type { Cents } from './money.ts';
import type { SortKey } from './shops.ts';

/**
 * What a list is narrowed by beside category and search. A price is that of the product, of an open-box one that of any condition in
 * stock, or of the chosen condition; products without a price are out as soon as a bound is set.
 */
export interface BrowseFilters {
  /** Lowest and highest price, both included. */
  readonly priceFrom: Cents | null;
  readonly priceTo: Cents | null;
  /** Only products with at least this rating, 1 to 5. */
  readonly minRate: number | null;
  /** Only what can be bought: not marked out of stock, or in stock in any condition. */
  readonly inStock: boolean;
  /** Only open-box products that are in stock in this condition. */
  readonly condition: ConditionKey | null;
}

/**
 * What a visitor looks at in one shop. `category` needs its `mainCategory`; with neither and no search all products are meant.
 * `page` counts from 1. With `sort` null, products stand alphabetically.
 *
 * Order, the same on the device and on the server: the chosen sort, then the title key by code point, then the id. Views and rating fall.
 * A product without a price stands last in both price sorts, and open-box price sorts leave it out (specification, section 5).
 */
export interface BrowseState extends BrowseFilters {
  readonly mainCategory: string | null;
  readonly category: string | null;
  readonly search: string;
  readonly sort: SortKey | null;
  readonly page: number;
}

export const NO_FILTERS: BrowseFilters = {
  priceFrom: null,
  priceTo: null,
  minRate: null,
  inStock: false,
  condition: null,
};

export const EMPTY_BROWSE_STATE: BrowseState = {
  mainCategory: null,
  category: null,
  search: '',
  sort: null,
  page: 1,
  ...NO_FILTERS,
};

/** Whether any filter is set. */
export const isFiltered = (state: BrowseFilters): boolean =>
  (Object.keys(NO_FILTERS) as (keyof BrowseFilters)[]).some((name) => state[name] !== NO_FILTERS[name]);
