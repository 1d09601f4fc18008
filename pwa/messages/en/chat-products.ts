import { localized } from '../localized.ts';

/** Texts of products in chats. */
export const chatProductMessages = localized('chatProductMessages', {
  products: 'Products',
  attached: 'Attached products',
  attach: 'Attach a product',
  remove: (name: string, number: number) => `Remove ${name === '' ? `product ${number}` : name}`,
  tooMany: (most: number) => `A message can have up to ${most} products.`,
  number: (id: number) => `Product ${id}`,
  loading: 'Loading…',
  notHere: 'Not on this device yet',
  gone: 'No longer in the shop',
  replaced: 'No longer in the shop. Another product has its number now.',
  picker: {
    title: 'Attach a product',
    close: 'Close the search',
    search: 'Search all shops',
    recent: 'Recently viewed',
    hint: 'Search by title or barcode. Works offline.',
    searching: 'Searching…',
    none: 'No products found in any shop.',
    closeMatches: 'No exact match. Close matches:',
    unsure: 'Some products could not be searched: they are not on this device yet.',
    failed: 'The products cannot be searched right now. Reload the page and try again.',
    more: (shown: number, total: number) => `${shown} of ${total} shown. Type more to narrow the list.`,
    found: (count: number) => (count === 1 ? '1 product found' : `${count} products found`),
  },
});
