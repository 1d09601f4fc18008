import type { SortKey } from './shops.ts';

/**
 * What a visitor looks at in one shop. `category` needs its `mainCategory`; with neither and no search all products are meant.
 * `page` counts from 1. With `sort` null, products stand alphabetically.
 *
 * Order, the same on the device and on the server: the chosen sort, then the title key by code point, then the id. Views and rating fall.
 * A product without a price stands last in both price sorts, and open-box price sorts leave it out (specification, section 5).
 */
export interface BrowseState {
  readonly mainCategory: string | null;
  readonly category: string | null;
  readonly search: string;
  readonly sort: SortKey | null;
  readonly page: number;
}

export const EMPTY_BROWSE_STATE: BrowseState = { mainCategory: null, category: null, search: '', sort: null, page: 1 };
