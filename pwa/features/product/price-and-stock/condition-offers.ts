import type { OpenBoxCard } from '#contract/blocks/card.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import type { Condition } from '#contract/products/conditions.ts';
import type { Cents } from '#contract/money/money.ts';

/** An open-box product in one condition. */
export interface ConditionOffer {
  readonly condition: Condition;
  readonly price: Cents;
  readonly quantity: number;
}

/** Returns the offer of a product in each condition, the best condition first. */
export const listConditionOffers = (card: OpenBoxCard): ConditionOffer[] =>
  CONDITIONS.map((condition) => ({
    condition,
    price: card[`${condition.key}_price_cents`],
    quantity: card[`${condition.key}_quantity`],
  }));

/** Returns the stock of all conditions together. */
export const totalQuantity = (offers: readonly ConditionOffer[]): number =>
  offers.reduce((total, offer) => total + offer.quantity, 0);

/** Returns the lowest and the highest positive price; undefined when there is none. */
export function findPriceRange(offers: readonly ConditionOffer[]): { low: Cents; high: Cents } | undefined {
  const prices = offers.map((offer) => offer.price).filter((price) => price > 0);
  if (prices.length === 0) return undefined;
  return { low: Math.min(...prices) as Cents, high: Math.max(...prices) as Cents };
}
