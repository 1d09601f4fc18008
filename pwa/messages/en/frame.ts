/** Texts of the frame around the screens. */
export const frameMessages = {
  notFound: {
    title: 'This page does not exist',
    hint: 'The address may be mistyped, or the page has moved. The shops are here:',
  },

  screens: { loading: 'One moment…' },

  shortcuts: {
    title: 'Keyboard shortcuts',
    close: 'Close the keyboard shortcuts',
    search: 'Search',
    searchAnywhere: 'Search, also while typing',
    help: 'Show this list',
    leave: 'Close what is open; clear the search field',
    arrows: 'Turn the pictures of an open product',
    or: 'or',
    single: 'Keys without Ctrl',
    singleHint: 'Switch them off if your keyboard or voice control presses them by mistake.',
  },

  toTop: 'Scroll to the top',
} as const;
