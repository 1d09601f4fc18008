import type { ConditionKey } from './conditions.ts';
import type { Cents } from '../money/money.ts';
import type { SortKey } from '../shops.ts';

/**
 * Filters of a list beside category and search. Price bounds apply to the product's price and exclude products without one; an open-box
 * product matches with the price of any condition in stock, or of the chosen condition.
 */
export interface BrowseFilters {
  /** Lowest and highest price, inclusive. */
  readonly priceFrom: Cents | null;
  readonly priceTo: Cents | null;
  /** Only products with at least this rating, 1 to 5. */
  readonly minRate: number | null;
  /** Only products that can be bought: affiliate products not marked out of stock, open-box products in stock in any condition. */
  readonly inStock: boolean;
  /** Only open-box products that are in stock in this condition. */
  readonly condition: ConditionKey | null;
}

/**
 * What a visitor views in one shop. `category` needs its `mainCategory`. Without categories and search, the list has all products.
 * `page` counts from 1.
 *
 * Order, the same on the device and on the server: the chosen sort, then the title key by code point, then the id. Views and rating descend.
 * A search without a sort lists the best matches first: the text is the whole title (or barcode), is at the start of a word of the title,
 * at the start of a word of the category, or anywhere else. Equally good matches are in order of views.
 * Price sorts list affiliate products without a price last and exclude open-box products without one (specification, section 5).
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

/** Returns whether any filter is set. */
export const isFiltered = (state: BrowseFilters): boolean =>
  (Object.keys(NO_FILTERS) as (keyof BrowseFilters)[]).some((name) => state[name] !== NO_FILTERS[name]);
