import type { ErrorCode } from '#contract/http/errors.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { localized } from '../localized.ts';

/** Texts of the server's error codes. */
export const errorMessages = localized('errorMessages', {
  codes: {
    unauthorized: 'You are logged out. Log in and try again.',
    'identity-mismatch': 'Another user is logged in now. Reload the page and try again.',
    'not-found': 'It was deleted meanwhile. Reload the page.',
    'price-changed': 'The price has changed. Check it, then try again.',
    'out-of-stock': 'Not enough in stock. Choose fewer, or another condition.',
    'cart-limit': `Your cart holds at most ${MAX_CART_QUANTITY} of one item. This addition was not made.`,
    'cart-full': 'Your cart is full. Remove an item first.',
    'too-many-open-orders':
      'You have too many unpaid orders. Pay for or delete one, or wait until a payment is confirmed.',
    'too-many-units': 'You cannot order that many of this item before your other orders of it are paid.',
    'too-many-abandoned-orders': 'Too many of your orders were deleted or not paid. Try again in an hour.',
    'too-many-outboxes': 'You have used too many browsers and devices lately. Try again from one that you used before.',
    'payment-in-progress': 'A payment for this order is in progress. Wait until it is confirmed.',
    'in-doubt': 'This change is old and may be saved already. Check, then send it again or discard it.',
    'photo-missing': 'A photo did not arrive. Send the message again.',
    'no-room-for-photos': 'Your photo storage in the shop is full. Send the message without photos.',
    'sign-in-again': 'Log in again to continue.',
    'order-not-sent': 'You have a paid order that was not sent yet. Try again once it is on its way.',
    'listed-user': 'The settings of this shop name you. Ask its owner to remove you first.',
    'too-large': 'The file is too large. Choose a smaller one.',
    'unsupported-media-type': 'This file type is not supported. Choose a JPEG, PNG or WebP.',
    'too-many-requests': 'Too many attempts. Wait a minute and try again.',
    'older-server': 'The shop is under maintenance. Try again later.',
    'read-only': 'The shop is read-only right now. Try again later.',
    'payments-unavailable': 'Payments are not available right now. Try again later.',
  } satisfies Partial<Record<ErrorCode, string>>,
  other: 'The shop did not accept this. Try again later.',
});
