import type { Cents } from '#contract/money/money.ts';
import { formatPrice } from '../format-price.ts';
import { localized } from '../localized.ts';

/** Texts about watched products. */
export const watchMessages = localized('watchMessages', {
  less: (amount: Cents) => `${formatPrice(amount)} less than when you saved it`,
  more: (amount: Cents) => `${formatPrice(amount)} more than when you saved it`,
  back: 'Back in stock',
  watch: 'Watch',
  watchName: (title: string) => `Watch ${title}: tell me when it is cheaper or back in stock`,
  full: (most: number) => `You watch ${most} products, the most that one device can. Stop watching one of them first.`,
  damaged:
    'The saved prices of some products were damaged. They now count from today’s price. Check what you watch, then dismiss this: until then your notifications stay as they were.',
  title: 'Watched products',
  intro:
    'Tap Watch on a product to be told when it is cheaper or back in stock. The wish list shows it too, also offline.',
  signIn: 'Log in to be notified when this page is closed. Only then does the shop learn what you watch.',
  logIn: 'Log in',
  turnOn: 'To be notified when this page is closed, turn on notifications on this device.',
  notify: 'Notify me',
  on: 'Notify me of watched products on this device',
  quiet: 'Not at night',
  from: 'Quiet from',
  until: 'until',
});
