import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

/** Texts of the product lists and their sidebar. */
export const catalogMessages = localized('catalogMessages', {
  sidebar: {
    name: 'Sort, categories and filters',
    close: 'Close the sidebar',
    sort: '▾ Sort Products ▾',
    allProducts: 'All Products',
    categories: '▾ Category ▾',
    builds: '▾ PC Builds ▾',
    /** Names the language of the product descriptions; empty if it is the language of the interface. */
    productLanguage: '',
  },

  order: { label: 'Sort', best: 'Best match' },
  elsewhere: 'Categories and other shops',
  hits: (place: string, total: number) => `${place}: ${total === 1 ? '1 product' : `${formatNumber(total)} products`}`,

  filters: {
    heading: '▾ Filters ▾',
    open: 'Filters',
    close: 'Close the filters',
    active: 'Active filters',
    remove: (label: string) => `Remove filter: ${label}`,
    clear: 'Clear filters',
    show: (count: string) => `Show ${count}`,
    price: 'Price',
    from: 'From',
    to: 'To',
    priceFrom: (from: string) => `From ${from}`,
    priceTo: (to: string) => `Up to ${to}`,
    priceBetween: (from: string, to: string) => `${from} – ${to}`,
    apply: 'Apply prices',
    problems: {
      unreadable: 'Enter a price such as 19.90.',
      reversed: 'The highest price must not be below the lowest.',
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
    amount: (amount: string) => `$${amount}`,
  },

  noMatch: {
    inTitles: (search: string) => `No title contains “${search}”.`,
    closeMatches: (search: string) => `No exact match for “${search}”. Close matches:`,
    inCategory: (search: string, category: string) => `No exact match for “${search}” in ${category}.`,
    closeInCategory: (category: string) => `Close matches in ${category}:`,
    showElsewhere: (total: number) =>
      total === 1 ? 'Show 1 product from the whole shop' : `Show ${formatNumber(total)} products from the whole shop`,
    searchElsewhere: 'Search the whole shop',
  },

  closeMatches: {
    heading: 'Close matches',
    hint: (search: string) => `Products similar to “${search}”.`,
  },

  factMatches: {
    heading: 'In the descriptions',
    hint: (search: string, total: number) =>
      `${total === 1 ? '1 product has' : `${formatNumber(total)} products have`} “${search}” in the description.`,
    more: 'Show more',
  },

  recent: {
    heading: 'Recently viewed',
    clear: 'Clear',
    clearAll: 'Clear recently viewed products',
  },
});
