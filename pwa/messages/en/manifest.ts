import { localized } from '../localized.ts';

/** Texts of the web app manifest; only the build reads them. */
export const manifestMessages = localized('manifestMessages', {
  description: 'Four shops that open instantly and work offline.',
  cart: 'Cart',
  orders: 'My orders',
  chats: 'Chats',
  narrowScreenshot: 'A shop on a phone',
  wideScreenshot: 'A category on a wide screen',
});
