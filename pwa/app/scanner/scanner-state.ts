import { createObservable } from '#pwa/platform/observable.ts';

/** Whether the scanner is open. Its button is in the form of the search, in which its own form cannot be. */
export const isScannerOpen = createObservable(false);
