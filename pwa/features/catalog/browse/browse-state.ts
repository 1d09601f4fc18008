import { EMPTY_BROWSE_STATE, isFiltered } from '#contract/products/browse.ts';
import type { BrowseFilters, BrowseState } from '#contract/products/browse.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import type { SortKey } from '#contract/shops.ts';

/** A visitor's action on a shop's list. */
export type BrowseAction =
  /** `isLive`: the search is still being typed. */
  | { readonly type: 'search'; readonly search: string; readonly isLive?: boolean }
  | { readonly type: 'sort'; readonly sort: SortKey | null }
  | { readonly type: 'category'; readonly mainCategory: string | null; readonly category: string | null }
  | { readonly type: 'filter'; readonly filters: Partial<BrowseFilters> }
  | { readonly type: 'page'; readonly page: number }
  | { readonly type: 'reset' };

/** Returns the browse state after an action: a new search, sort, category or filter starts at page 1; reset clears everything. */
export function reduceBrowse(state: BrowseState, action: BrowseAction): BrowseState {
  switch (action.type) {
    case 'search':
      return { ...state, search: cleanSearch(action.search), page: 1 };
    case 'sort':
      return { ...state, sort: action.sort, page: 1 };
    case 'category':
      return { ...state, mainCategory: action.mainCategory, category: action.category, page: 1 };
    case 'filter':
      return { ...state, ...action.filters, page: 1 };
    case 'page':
      return { ...state, page: action.page };
    case 'reset':
      return EMPTY_BROWSE_STATE;
  }
}

/** Whether a browse state shows the start screen with its rows: no category, search, filter or sort. */
export const isStartScreen = (state: BrowseState): boolean =>
  state.mainCategory === null &&
  state.category === null &&
  state.search === '' &&
  state.sort === null &&
  !isFiltered(state);

/** Normalizes a search text to what the engine and the server accept. */
export const cleanSearch = (search: string): string =>
  search.normalize('NFC').trim().slice(0, MAX_SEARCH_LENGTH).trimEnd();
