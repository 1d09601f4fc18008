/** Returns whether a `modal` covers the whole page behind it, as modal.module.css decides. */
export const modalFillsScreen = (): boolean => !matchMedia('(min-width: 720px)').matches;
