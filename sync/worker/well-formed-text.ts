import type { BrowseState } from '#contract/browse.ts';

/** Drops the lone surrogate of a search that was cut within an emoji: no URL can contain one, and no title does. */
export const withWellFormedText = (state: BrowseState): BrowseState =>
  state.search.isWellFormed() ? state : { ...state, search: state.search.replaceAll(/\p{Surrogate}/gu, '') };
