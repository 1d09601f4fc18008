import { localized } from '../localized.ts';

/** Texts of the wish list. */
export const wishListMessages = localized('wishListMessages', {
  close: 'Close the wish list',
  empty: 'Nothing here yet',
  emptyHint: 'Tap the heart on a product to save it here. Your list stays on this device.',
  count: (count: number) => (count === 1 ? '1 product' : `${count} products`),
  gone: (id: number) => `The product with ID ${id} is no longer in this shop.`,
  notHere: (id: number) => `The product with ID ${id} is not on this device yet.`,
  damaged: 'Part of your stored wish list was damaged. What could be read is here.',
  remove: 'Remove',
  removeGone: (id: number) => `Remove ID ${id} from the wish list`,
});
