import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

/** Texts of the cart. */
export const cartMessages = localized('cartMessages', {
  close: 'Close the cart',
  items: 'Items in cart:',
  empty: 'There are no items in your cart.',
  loading: 'Loading your cart…',
  offline: 'Your cart is not on this device yet. It appears when you are back online.',
  total: (amount: string) => `Total cost: $${amount}`,
  account: 'My Account',
  checkout: 'Checkout',
  toProducts: 'Browse products',
  separately: 'Each item is paid separately.',
  pay: 'Pay with crypto',
  payFor: (title: string) => `Pay with crypto: ${title}`,
  quantity: (title: string) => `Quantity: ${title}`,
  fewer: (title: string) => `One less: ${title}`,
  more: (title: string) => `One more: ${title}`,
  remove: (title: string) => `Remove from cart: ${title}`,
  removed: (title: string) => `Removed: ${title}`,
  each: (price: string) => `${price} each`,
  waiting: 'Not confirmed yet',
  dearer: (was: string, now: string) => `The price went up from ${was} to ${now}.`,
  cheaper: (was: string, now: string) => `The price dropped from ${was} to ${now}.`,
  accept: 'OK',
  acceptPrice: (title: string, price: string) => `OK, ${price} for ${title}`,
  few: (available: number) => `Only ${available} left.`,
  take: (available: number) => `Change to ${available}`,
  none: 'Sold out.',
  gone: 'No longer available.',
  failures: {
    remove: 'Не удалось удалить товар из корзины',
    quantity: 'Не удалось изменить количество товара',
  },
  failureLanguage: 'ru',
  /** Translations of the Russian texts that the specification prescribes; empty in the Russian interface. */
  failureMeanings: {
    remove: 'The item could not be removed from your cart.',
    quantity: 'The quantity could not be changed.',
  },
  notKept: 'This browser’s storage is not working. Nothing was changed: reload the page and try again.',
  tryAgain: 'Try again',
  giveUp: 'Leave as is',
  closeMessage: 'Close',
});

/** Texts of the “add to cart” button and its toasts. */
export const addToCartMessages = localized('addToCartMessages', {
  add: 'ADD TO CART',
  noCondition: 'Please select a condition',
  signedOut: 'Please log in to your account',
  added: 'Item added to cart',
  addedSome: (added: number, wanted: number) => `${added} of ${wanted} added to cart: there are no more to order.`,
  addedTitle: (title: string) => `Item added to cart: ${title}`,
  soldOut: (title: string) => `Sold out: ${title}`,
  inCart: (quantity: number) => `In your cart (${formatNumber(quantity)})`,
  view: 'View cart',
  failed: 'The item could not be saved on this device. Try again.',
  full: 'Not added: this device’s storage is full. Free some space and try again.',
  notOpened:
    'Not added: your cart is still opening. Close other tabs of this shop if it stays that way, and try again.',
  notLoaded: 'Not added: a part of the app is not on this device yet. Try again when you are online.',
  limit: (most: number) => `Your cart holds at most ${formatNumber(most)} of one item.`,
  noMore: (most: number) =>
    most === 1 ? 'The last one is already in your cart.' : `All ${formatNumber(most)} are already in your cart.`,
});
