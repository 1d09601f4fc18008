import type { BrowseState } from '#contract/products/browse.ts';
import { isStorable } from '#contract/text/is-storable.ts';

/** Drops the lone surrogate of a search that was cut within an emoji, and U+0000: no URL can contain the one, no server finds the other. */
export const withWellFormedText = (state: BrowseState): BrowseState =>
  isStorable(state.search)
    ? state
    : { ...state, search: state.search.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '') };
