import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';

/** Returns the name of a list; undefined for the start screen, which has its shop's name. */
export function listName({ category, mainCategory, search }: BrowseState): string | undefined {
  const chosen = category ?? mainCategory;
  if (chosen !== null) return chosen;
  return search === '' ? undefined : messages.categories.searched(search);
}

/** Returns the heading of a list, decorated as specified; undefined for the start screen. */
export function listTitle(state: BrowseState): string | undefined {
  const name = listName(state);
  return name === undefined ? undefined : messages.categories.title(name);
}

/** Returns the search and sort of a list that its title lacks, such as `“lamp” · Top Rated`; empty for neither. */
export function listSubtitle(shop: ShopKey, state: BrowseState): string {
  const isSearchInTitle = state.category === null && state.mainCategory === null;
  const search = state.search === '' || isSearchInTitle ? [] : [messages.categories.searched(state.search)];
  const sort = state.sort === null ? [] : [messages.sort.labels[shop][state.sort]];
  return [...search, ...sort].join(' · ');
}
