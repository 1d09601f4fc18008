import { createObservable } from '#pwa/platform/observable.ts';

/** The key of the cart's entry whose order form is open on the account page; undefined without one. */
export const payingItem = createObservable<string | undefined>(undefined);
