import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import { MAX_CATEGORY_LENGTH } from '#contract/limits.ts';
import type { SortKey } from '#contract/shops.ts';
import { cleanSearch } from './browse-state.ts';

const MAX_PAGE = 1_000_000;

/** The list that an address shows. What is malformed or not offered by the shop counts as not given. */
export function parseBrowseQuery(query: string, sorts: readonly SortKey[]): BrowseState {
  const parameters = new URLSearchParams(query);
  const mainCategory = findCategory(parameters.get('main'));
  const sort = parameters.get('sort');
  const page = Number(parameters.get('page') ?? 1);
  return {
    ...EMPTY_BROWSE_STATE,
    mainCategory,
    category: mainCategory === null ? null : findCategory(parameters.get('category')),
    search: cleanSearch(parameters.get('q') ?? ''),
    sort: sorts.find((key) => key === sort) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}

/** The query of an address that shows a list, without question mark; empty for the start screen. */
export function formatBrowseQuery(state: BrowseState): string {
  const parameters = new URLSearchParams();
  if (state.mainCategory !== null) parameters.set('main', state.mainCategory);
  if (state.category !== null) parameters.set('category', state.category);
  if (state.search !== '') parameters.set('q', state.search);
  if (state.sort !== null) parameters.set('sort', state.sort);
  if (state.page > 1) parameters.set('page', String(state.page));
  return parameters.toString();
}

const findCategory = (text: string | null): string | null =>
  text === null || text === '' || text.length > MAX_CATEGORY_LENGTH ? null : text;
