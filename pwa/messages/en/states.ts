import { localized } from '../localized.ts';

/** Texts in place of products where there are none. */
export const emptyMessages = localized('emptyMessages', {
  nothingFound: 'Nothing found',
  nothingFoundHint: 'No products match. Try a shorter search or show all products.',
  showEverything: 'Show all products',
  emptyShop: 'This shop is empty',
  emptyShopHint: 'Products appear here as soon as they are added.',
});

/** Texts in place of products that could not be loaded. First screens never show them, so the service worker's code lacks them. */
export const failureMessages = localized('failureMessages', {
  offline: 'You are offline',
  offlineHint: 'This shop is not on this device yet. It opens when you are back online.',
  failed: 'Products could not be loaded',
  failedHint: 'The shop did not answer, and this device has no copy that can be shown. Your choices are kept.',
  tryAgain: 'Try again',
});

/** Texts in place of a screen that is loading, or that cannot be shown. */
export const screenMessages = localized('screenMessages', {
  loading: 'Loading…',
  title: 'This page cannot be shown',
  hint: 'Your data on this device is safe. Reload the page to continue.',
  reload: 'Reload',
});
