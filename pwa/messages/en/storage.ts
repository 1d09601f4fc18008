import { localized } from '../localized.ts';

/** Texts about changes that this device cannot store, and stored data that the app cannot read. */
export const storageMessages = localized('storageMessages', {
  full: 'This browser has no room for your changes. They last until you close this page.',
  newer: 'A newer version of the app saved this. Reload the page to see and change it.',
  saveCopy: 'Save a copy',
  dismiss: 'Dismiss',
});
