/** Visible strings of parts that come in files of their own: they stay out of the first script, as those parts do. */
export const lazyMessages = {
  manifest: {
    description: 'Four shops that open at once and work without a network.',
    narrowScreenshot: 'A shop on a phone',
    wideScreenshot: 'A category on a wide screen',
  },

  sidebar: {
    name: 'Sort, categories and filters',
    close: 'Close the sidebar',
    sort: '▾ Sort Products ▾',
    allProducts: 'All Products',
    categories: '▾ Category ▾',
    builds: '▾ PC Builds ▾',
  },

  cart: {
    close: 'Close the cart',
    empty: 'There are no items in your cart.',
  },

  wishes: {
    close: 'Close the wish list',
    empty: 'Nothing here yet',
    emptyHint: 'Press the heart of a product to keep it here. The list stays on this device.',
    count: (count: number) => (count === 1 ? '1 product' : `${count} products`),
    gone: (id: number) => `The product with ID ${id} is no longer in this shop.`,
    notHere: (id: number) => `The product with ID ${id} is not on this device yet.`,
    remove: 'Remove',
    removeGone: (id: number) => `Remove ID ${id} from the wish list`,
  },
} as const;
