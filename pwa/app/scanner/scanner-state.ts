import { createObservable } from '#pwa/platform/observable.ts';

/** Whether the scanner is open. Its button is inside the search form, in which the scanner's own form cannot be nested. */
export const isScannerOpen = createObservable(false);
