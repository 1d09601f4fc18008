import { UNDO_MS } from '#contract/limits.ts';

/** How long a toast is shown, in ms. */
export const TOAST_MS = 5_000;

/** How long a toast with a button that takes a change back is shown, in ms. */
export const UNDO_TOAST_MS = UNDO_MS;
