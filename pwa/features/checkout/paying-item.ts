import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import { createObservable } from '#pwa/platform/observable.ts';

/** The value of `payingItem` for a cart with one entry, whose key the caller does not know. */
export const ONLY_ITEM = 'only';

/** The key of the cart's entry whose order form is open on the account page, or `ONLY_ITEM`; undefined when no form is open. */
export const payingItem = createObservable<string | undefined>(undefined);

/** Goes to the cart on the account page and opens the order form of an entry there. */
export function goToPayment(key: string): void {
  goToAccount('cart');
  payingItem.set(key);
}
