import type { StorageState, SyncProblem } from '#sync/worker/engine-api.ts';
import { formatNumber } from './format-number.ts';

/** Visible strings of parts that come in files of their own: they stay out of the first script, as those parts do. */
export const lazyMessages = {
  notFound: {
    title: 'This page does not exist',
    hint: 'The address may be mistyped, or the page has moved. The shops are here:',
  },

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

  notices: {
    problems: {
      unreachable: 'The shop does not answer.',
      'device-error': 'The storage of this browser fails at the moment.',
      'foreign-reply': 'This network answers instead of the shop. Open its sign-in page, or try another network.',
      'server-error': 'The shop has a problem of its own.',
    } satisfies Record<SyncProblem, string>,
    fromDevice: 'You see what is on this device.',
    storage: {
      device: null,
      memory: 'This browser keeps nothing here: the catalogue stays until you close the tab.',
      full: 'The storage of this device is full. Lists work; some descriptions need the network.',
      outdated: 'Another tab runs a newer version of Hexlime. This one goes on without storage until you reload it.',
    } satisfies Record<StorageState, string | null>,
    workerFailed: 'The shop’s database could not start in this browser. Reload the page, or try another browser.',
    updateReady: 'A new version of Hexlime is ready.',
    reload: 'Reload',
    tryAgain: 'Try again',
    dismiss: 'Dismiss this message',
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

  toTop: 'Scroll to the top',

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

  product: {
    id: (id: number) => `ID: ${id}`,
    views: (count: number) => (count === 1 ? '1 view' : `${formatNumber(count)} views`),
    close: 'Close the product',
    condition: 'Condition',
    chooseCondition: 'Select a condition',
    conditionChoice: (label: string, stock: string, price: string) => `${label} · ${stock} · ${price}`,
    marketplaces: 'Also sold on',
    marketplaceNames: {
      ebay: 'eBay',
      facebook_marketplace: 'Facebook Marketplace',
      offer_up: 'Offer Up',
      mercari_marketplaces: 'Mercari',
    },
    asOf: (time: string) => `Price as of ${time}`,
    share: 'Share this product',
    shared: 'Link copied',
    shareFailed: 'The link could not be copied. It stands in the address bar.',
    description: 'Description',
    loadingDetails: 'The description is loading',
    missing: 'This product does not exist',
    missingHint: 'It may have been sold or taken out of the shop.',
    unavailable: 'This product cannot be shown now',
    unavailableHint: 'It is not on this device yet. It shows as soon as the shop can be reached.',
    detailsOffline: 'The description is not on this device yet. It shows as soon as there is a network.',
    backToShop: 'Back to the shop',
  },

  gallery: {
    label: 'Pictures',
    picture: (title: string, number: number) => `${title}, picture ${number}`,
    enlarge: (title: string, number: number) => `${title}, picture ${number}: open full screen`,
    fullscreen: 'Picture in full screen',
    close: 'Close the full screen',
    previous: 'Previous picture',
    next: 'Next picture',
    position: (number: number, total: number) => `${number} of ${total}`,
  },
} as const;
