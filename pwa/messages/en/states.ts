/** What stands in the place of products where there are none. */
export const emptyMessages = {
  nothingFound: 'Nothing found',
  nothingFoundHint: 'No product matches. Try fewer letters, or start again with all products.',
  showEverything: 'Show all products',
  emptyShop: 'This shop is still empty',
  emptyShopHint: 'Products appear here as soon as the shop has some.',
} as const;

/** What stands there where they could not be had; no first screen is drawn of it, so the service worker does without. */
export const failureMessages = {
  offline: 'You are offline',
  offlineHint: 'This shop has not been on this device yet. It opens as soon as there is a network.',
  failed: 'The products could not be read',
  failedHint: 'Something went wrong on the way. What you chose is kept.',
  tryAgain: 'Try again',
} as const;

/** What stands in the place of a screen that a bug broke. */
export const crashMessages = {
  title: 'Something broke on this page',
  hint: 'Your data on this device is safe. Reload the page to go on.',
  reload: 'Reload',
} as const;
