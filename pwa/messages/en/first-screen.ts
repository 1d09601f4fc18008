import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { formatNumber } from '../format-number.ts';
import { groupThousands } from '../group-thousands.ts';
import { localized } from '../localized.ts';
import { shopName } from '../shop.ts';

const SORT_LABELS: Record<SortKey, string> = {
  views: 'Most Viewed',
  rating: 'Top Rated',
  priceAsc: 'Price Low to High',
  priceDesc: 'Price High to Low',
};

/** Texts of the first script, by the part that shows them. Texts of the specification are verbatim. */
export const messages = localized('messages', {
  shops: {
    default: 'Referrals Shop',
    ayz: 'Open Box Store',
    pc: 'PC shop',
    smart: 'Smart shop',
  } satisfies Record<ShopKey, string>,
  title: (part: string) => `${part} · ${shopName()}`,

  frame: {
    skipToContent: 'Skip to products',
    account: 'My Account',
    openSidebar: 'Open the sidebar',
    shopLinks: 'Shops',
    toDark: 'Switch to dark theme',
    toLight: 'Switch to light theme',
    footer: (year: number) => `© ${year} ${shopName()}`,
    privacy: 'Privacy',
    language: 'Language',
    cryptoPayments: 'Crypto payments',
    disclosure: 'As an Amazon Associate we earn from qualifying purchases.',
    counted: (label: string, count: number) => (count === 0 ? label : `${label}: ${formatNumber(count)}`),
  },

  cart: { title: 'Cart' },

  wishes: {
    open: 'Wish list',
    wish: (title: string) => `Save to wish list: ${title}`,
  },

  sync: {
    line: 'Catalog status',
  },

  search: {
    label: 'Search products',
    placeholder: 'Search products by name...',
    reset: 'Reset',
    clear: 'Clear the search',
    submit: 'Search',
  },

  sort: {
    labels: {
      default: SORT_LABELS,
      ayz: SORT_LABELS,
      pc: SORT_LABELS,
      smart: { ...SORT_LABELS, priceAsc: 'Price: Low to High', priceDesc: 'Price: High to Low' },
    } satisfies Record<ShopKey, Record<SortKey, string>>,
  },

  categories: {
    title: (category: string) => `▾ ${category} ▾`,
    within: (category: string, mainCategory: string) => `${category} · ${mainCategory}`,
    searched: (search: string) => `“${search}”`,
    count: (total: number) => (total === 1 ? '1 product' : `${formatNumber(total)} products`),
    products: 'Products',
    showAll: 'Show all',
    showAllOf: (category: string) => `Show all of ${category}`,
    scrollBack: 'Scroll back',
    scrollOn: 'Scroll forward',
    pages: 'Pages',
    page: (page: number) => `Page ${formatNumber(page)}`,
  },

  topStrip: {
    heading: '▾ TOP Products ▾',
    label: 'TOP Products',
    stop: 'Pause',
    start: 'Play',
  },

  states: { loading: 'Loading products…' },

  product: {
    buy: 'Buy from AMAZON',
    outOfStock: 'Out of Stock',
    notSold: 'Not sold online',
    stock: {
      none: '❌Out of Stock',
      last: 'Only 1 left!',
      many: (quantity: number) => `${formatNumber(quantity)} - in stock`,
    },
    noPrice: 'Price not available',
    noAffiliatePrice: 'Price on AMAZON',
    price: (cents: number) => `$${groupThousands(toDollars(cents as Cents).toFixed(cents % 100 === 0 ? 0 : 2))}`,
    priceRange: (low: string, high: string) => `${low} – ${high}`,
    typicalPrice: (price: string) => `Typical price ${price}`,
    rating: (rate: number) => `Rated ${rate} of 5`,
  },
});
