import type { Offer } from '#contract/products/offer.ts';
import type { Cents } from '#contract/money/money.ts';
import type { SavedOffer } from './saved-offers.ts';

/** How a product differs from when it was saved. */
export interface OfferChange {
  /** The change of the price: below 0 for a cheaper product; 0 if the price is the same or cannot be compared. */
  readonly difference: number;
  readonly isBack: boolean;
}

/** Compares what a product offers with what it offered when it was saved. The price of an unavailable product is not compared. */
export function compareOffers(saved: SavedOffer, now: Offer): OfferChange {
  const isComparable = now.isAvailable && saved.price > 0 && now.price > 0;
  return {
    difference: isComparable ? now.price - saved.price : 0,
    isBack: now.isAvailable && !saved.wasAvailable,
  };
}

/** The amount of a difference, without its sign. */
export const amountOf = ({ difference }: OfferChange): Cents => Math.abs(difference) as Cents;
