/** What stands in the place of products where there are none. */
export const emptyMessages = {
  nothingFound: 'Nothing found',
  nothingFoundHint: 'No products match. Try a shorter search or show all products.',
  showEverything: 'Show all products',
  emptyShop: 'This shop is empty',
  emptyShopHint: 'Products appear here as soon as they are added.',
} as const;

/** What stands there where they could not be had; no first screen is drawn of it, so the service worker does without. */
export const failureMessages = {
  offline: 'You are offline',
  offlineHint: 'This shop is not on this device yet. It opens when you are back online.',
  failed: 'Products could not be loaded',
  failedHint: 'Something went wrong. Your choices are kept.',
  tryAgain: 'Try again',
} as const;

/** What stands in the place of a screen that a bug broke. */
export const crashMessages = {
  title: 'Something went wrong',
  hint: 'Your data on this device is safe. Reload the page to continue.',
  reload: 'Reload',
} as const;
