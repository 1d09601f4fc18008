import { localized } from '../localized.ts';

/** Texts of the frame around the screens. */
export const frameMessages = localized('frameMessages', {
  notFound: {
    title: 'Page not found',
    hint: 'Check the address, or choose a shop:',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    close: 'Close keyboard shortcuts',
    search: 'Search',
    searchAnywhere: 'Search, even while typing',
    help: 'Show this list',
    leave: 'Close a window or clear the search',
    arrows: 'Browse photos of an open product',
    or: 'or',
    single: 'Single-key shortcuts',
    singleHint: 'Turn them off if your keyboard or voice control triggers them by mistake.',
  },

  toTop: 'Scroll to top',
});
