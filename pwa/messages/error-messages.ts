import type { ErrorCode } from '#contract/errors.ts';

const TEXTS: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'You are signed out. Log in and try again.',
  'identity-mismatch': 'Somebody else is signed in by now. Reload the page and try again.',
  'not-found': 'It is no longer there.',
  'price-changed': 'The price has changed.',
  'out-of-stock': 'There is not enough of it in stock.',
  'cart-full': 'The cart is full. Remove something first.',
  'too-many-open-orders': 'Too many of your orders wait for their payment. Pay or delete one of them first.',
  'payment-in-progress': 'Money for this order is on its way.',
  'photo-missing': 'A photo of the message did not arrive. Send the message again.',
  'no-room-for-photos': 'Your photos take all the room that the shop has for them.',
  'too-large': 'It is too large.',
  'unsupported-media-type': 'The shop cannot read this file.',
  'too-many-requests': 'That was too often in a short time. Wait a minute and try again.',
  'older-server': 'The shop is being put back to an earlier version. Try again later.',
  'read-only': 'The shop can only be read at the moment. Try again later.',
  'payments-unavailable': 'Payments are not possible at the moment. Try again later.',
};

/** What a refusal of the server means to people. */
export const errorMessage = (code: string): string =>
  (Object.hasOwn(TEXTS, code) ? TEXTS[code as ErrorCode] : undefined) ?? 'The shop refused it. Try again later.';
