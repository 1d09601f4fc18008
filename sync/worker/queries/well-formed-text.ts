import type { BrowseState } from '#contract/products/browse.ts';
import { isStorable } from '#contract/text/is-storable.ts';

/** Drops from a search U+0000, which no server finds, and lone surrogates of emoji that were cut, which no URL can contain. */
export const withWellFormedText = (state: BrowseState): BrowseState =>
  isStorable(state.search)
    ? state
    : { ...state, search: state.search.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '') };
