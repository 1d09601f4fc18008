import { createObservable } from '#pwa/platform/observable.ts';

/** A change of the cart that this device could not store. */
export interface CartFailure {
  readonly kind: 'remove' | 'quantity';
  readonly title: string;
}

/** The failure to show; undefined once it is closed. */
export const cartFailure = createObservable<CartFailure | undefined>(undefined);
