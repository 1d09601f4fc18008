import { formatNumber } from '../format-number.ts';

/** Texts of the cart. */
export const cartMessages = {
  close: 'Close the cart',
  open: 'Open the cart',
  items: 'Items in cart:',
  empty: 'There are no items in your cart.',
  loading: 'Your cart is on its way…',
  offline: 'Your cart has not been on this device yet. It shows as soon as there is a network.',
  total: (amount: string) => `Total cost: $${amount}`,
  account: 'My Account',
  pay: 'Pay with crypto',
  payFor: (title: string) => `Pay with crypto: ${title}`,
  quantity: (title: string) => `Quantity: ${title}`,
  fewer: (title: string) => `One less: ${title}`,
  more: (title: string) => `One more: ${title}`,
  remove: (title: string) => `Remove from the cart: ${title}`,
  removed: (title: string) => `Removed: ${title}`,
  each: (price: string) => `${price} each`,
  waiting: 'Not confirmed yet',
  dearer: (was: string, now: string) => `The price rose from ${was} to ${now}.`,
  cheaper: (was: string, now: string) => `The price fell from ${was} to ${now}.`,
  accept: 'OK',
  acceptPrice: (title: string, price: string) => `OK, ${price} for ${title}`,
  few: (available: number) => `Only ${available} left.`,
  take: (available: number) => `Take ${available}`,
  none: 'Sold out.',
  gone: 'No longer in the shop.',
  failures: {
    remove: 'Не удалось удалить товар из корзины',
    quantity: 'Не удалось изменить количество товара',
  },
  failureLanguage: 'ru',
  notKept: 'The storage of this browser fails at the moment. Nothing was changed.',
  tryAgain: 'Try again',
  giveUp: 'Leave it as it is',
  closeMessage: 'Close',
} as const;

/** Texts of the “add to cart” button and its toasts. */
export const addToCartMessages = {
  add: 'ADD TO CART',
  noCondition: 'Please select a condition',
  signedOut: 'Please log in to your account',
  added: 'Item added to cart',
  addedTitle: (title: string) => `Item added to cart: ${title}`,
  soldOut: (title: string) => `Sold out meanwhile: ${title}`,
  inCart: (quantity: number) => `${quantity} in your cart`,
  failed: 'This browser could not keep it. Try again.',
  noMore: (most: number) =>
    most === 1 ? 'The last one is in your cart already.' : `All ${formatNumber(most)} are in your cart already.`,
} as const;
