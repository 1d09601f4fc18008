import { MAX_COMPARED_PRODUCTS } from '#contract/limits.ts';
import { localized } from '../localized.ts';

/** Texts of the comparison of products. */
export const compareMessages = localized('compareMessages', {
  title: 'Compare products',
  of: (shop: string) => `Compare products · ${shop}`,
  compare: 'Compare',
  compareProduct: (title: string) => `Compare: ${title}`,
  inComparison: 'In comparison',
  full: `You can compare up to ${MAX_COMPARED_PRODUCTS} products. Remove one to add another.`,
  open: (count: number) => `Compare ${count} products`,
  addOneMore: 'Choose another product to compare',
  tray: 'Comparison',
  clear: 'Clear the comparison',

  fact: 'Property',
  offer: 'Offer',
  description: 'From the descriptions',
  price: 'Price',
  rating: 'Rating',
  availability: 'Availability',
  stock: 'Stock',
  category: 'Category',
  inStock: 'In stock',
  inCondition: (stock: string, price: string) => `${price} · ${stock}`,
  none: '—',
  noValue: 'Not stated',
  differs: 'Different',
  onlyDifferences: 'Only differences',
  noDifferences: 'These products do not differ in anything that their descriptions state.',
  noFacts: 'The descriptions of these products list no properties.',
  detailsMissing: (title: string) =>
    `The description of ${title} is not on this device yet. It appears when the shop can be reached.`,
  remove: (title: string) => `Remove from comparison: ${title}`,
  add: 'Add a product',
  back: (shop: string) => `Back to ${shop}`,

  missing: (id: number) => `The product with ID ${id} is no longer in this shop.`,
  unavailable: (id: number) =>
    `The product with ID ${id} is not on this device yet. It appears when the shop can be reached.`,
  removeMissing: (id: number) => `Remove ID ${id} from the comparison`,
  leftOut: (count: number) =>
    `A comparison shows up to ${MAX_COMPARED_PRODUCTS} products. ${count === 1 ? '1 product of this link is' : `${count} products of this link are`} left out.`,
  unreadable: (count: number) =>
    count === 1 ? 'One entry of this link could not be read.' : `${count} entries of this link could not be read.`,
  shared: 'This is a shared comparison.',
  keep: 'Keep as mine',
  keepReplaces: (count: number) => `It replaces your comparison of ${count === 1 ? '1 product' : `${count} products`}.`,
  showOwn: 'Show mine',
  badLink: 'This comparison cannot be opened',
  badLinkHint: 'The link names no shop. Ask for a new link, or choose a shop:',
  empty: 'Nothing to compare yet',
  emptyHint: 'Open a product and press Compare, then choose up to three more.',
});
