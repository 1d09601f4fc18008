import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';

/**
 * Returns the name of a list; undefined for the whole shop. A category is named together with its main category, because several main
 * categories may have a category of the same name.
 */
export function listName({ category, mainCategory, search }: BrowseState): string | undefined {
  if (category !== null && mainCategory !== null) return messages.categories.within(category, mainCategory);
  if (mainCategory !== null) return mainCategory;
  return search === '' ? undefined : messages.categories.searched(search);
}

/** Returns the heading of a list: its category, search or sort, decorated as specified; without any of them, the shop's name. */
export function listTitle(shop: ShopKey, state: BrowseState): string {
  const name = state.category ?? listName(state) ?? sortLabel(shop, state);
  return name === undefined ? messages.shops[shop] : messages.categories.title(name);
}

/** Returns those parts of main category, search and sort that a list's title lacks, such as `Budget build · “ssd” · Top Rated`. */
export function listSubtitle(shop: ShopKey, state: BrowseState): string {
  const { mainCategory, category, search } = state;
  const parts = [
    category !== null && mainCategory,
    mainCategory !== null && search !== '' && messages.categories.searched(search),
    listName(state) !== undefined && sortLabel(shop, state),
  ];
  return parts.filter(Boolean).join(' · ');
}

const sortLabel = (shop: ShopKey, { sort }: BrowseState): string | undefined =>
  sort === null ? undefined : messages.sort.labels[shop][sort];
