/** Texts of the product lists and their sidebar. */
export const catalogMessages = {
  sidebar: {
    name: 'Sort, categories and filters',
    close: 'Close the sidebar',
    sort: '▾ Sort Products ▾',
    allProducts: 'All Products',
    categories: '▾ Category ▾',
    builds: '▾ PC Builds ▾',
  },

  filters: {
    heading: '▾ Filters ▾',
    open: 'Filters',
    close: 'Close the filters',
    active: 'Filters that are set',
    remove: (label: string) => `Remove the filter: ${label}`,
    clear: 'Clear filters',
    show: (count: string) => `Show ${count}`,
    price: 'Price',
    from: 'From',
    to: 'To',
    priceFrom: (from: string) => `From $${from}`,
    priceTo: (to: string) => `Up to $${to}`,
    priceBetween: (from: string, to: string) => `$${from} – $${to}`,
    apply: 'Apply the prices',
    problems: {
      unreadable: 'Write a price such as 19.90.',
      reversed: 'The highest price is below the lowest one.',
    },
    stars: 'Rating',
    starsOf: (stars: number) => (stars === 5 ? '5 stars' : `${stars} stars and up`),
    andUp: '& up',
    stock: 'Availability',
    inStock: 'In stock',
    condition: 'Condition',
  },

  builds: {
    typicalTotal: 'Typical price total',
    total: 'Price total',
  },

  closeMatches: {
    heading: 'Close matches',
    hint: (search: string) => `Not “${search}”, but close to it.`,
  },

  recent: {
    heading: 'Recently viewed',
    clear: 'Clear',
    clearAll: 'Clear the recently viewed products',
  },
} as const;
