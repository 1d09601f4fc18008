import type { Cents } from '#contract/money/money.ts';
import { formatPrice } from '../format-price.ts';
import { localized } from '../localized.ts';

/** Texts about price and stock changes of the wish list's products, and about the alerts for them. */
export const watchMessages = localized('watchMessages', {
  less: (amount: Cents) => `${formatPrice(amount)} less than when you saved it`,
  more: (amount: Cents) => `${formatPrice(amount)} more than when you saved it`,
  back: 'Back in stock',
  damaged:
    'The saved prices of some products were damaged. They now count from today’s price. Dismiss this to be notified of them: until then your notifications stay as they were.',
  title: 'Price and stock alerts',
  intro: 'Be told when a product of this list is cheaper or back in stock. The list shows it too, also offline.',
  signIn: 'Log in to be notified when this page is closed. Only then does the shop learn what you have saved.',
  logIn: 'Log in',
  turnOn: 'To be notified when this page is closed, turn on notifications on this device.',
  notify: 'Notify me',
  on: 'Notify me of this list on this device',
  quiet: 'Not at night',
  from: 'Quiet from',
  until: 'until',
});
