/** What stands in the place of products; no first screen is drawn of it, so the service worker does without. */
export const stateMessages = {
  nothingFound: 'Nothing found',
  nothingFoundHint: 'No product matches. Try fewer letters, or start again with all products.',
  showEverything: 'Show all products',
  emptyShop: 'This shop is still empty',
  emptyShopHint: 'Products appear here as soon as the shop has some.',
  offline: 'You are offline',
  offlineHint: 'This shop has not been on this device yet. It opens as soon as there is a network.',
  failed: 'The products could not be read',
  failedHint: 'Something went wrong on the way. What you chose is kept.',
  tryAgain: 'Try again',

  crashed: {
    reload: 'Reload',
    title: 'Something broke on this page',
    hint: 'Your data on this device is safe. Reload the page to go on.',
  },
} as const;
