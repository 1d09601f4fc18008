import type { BrowseState } from '#contract/browse.ts';

/** A search that was cut in the middle of an emoji loses the half letter: no address can hold one, and no title does. */
export const withWellFormedText = (state: BrowseState): BrowseState =>
  state.search.isWellFormed() ? state : { ...state, search: state.search.replaceAll(/\p{Surrogate}/gu, '') };
