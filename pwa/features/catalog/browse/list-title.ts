import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';

/** What a list is called; undefined for the start screen, which is named by its shop. */
export function listName({ category, mainCategory, search }: BrowseState): string | undefined {
  const chosen = category ?? mainCategory;
  if (chosen !== null) return chosen;
  return search === '' ? undefined : messages.categories.searched(search);
}

/** The heading of a list, with the specification's marks; undefined for the start screen. */
export function listTitle(state: BrowseState): string | undefined {
  const name = listName(state);
  return name === undefined ? undefined : messages.categories.title(name);
}

/** What a list is narrowed and ordered by beside its title, such as `“lamp” · Top Rated`; empty for neither. */
export function listSubtitle(shop: ShopKey, state: BrowseState): string {
  const isSearchInTitle = state.category === null && state.mainCategory === null;
  const search = state.search === '' || isSearchInTitle ? [] : [messages.categories.searched(state.search)];
  const sort = state.sort === null ? [] : [messages.sort.labels[shop][state.sort]];
  return [...search, ...sort].join(' · ');
}
