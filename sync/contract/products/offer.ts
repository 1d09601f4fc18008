import { SORT_PRICE } from '../blocks/card.ts';
import type { AffiliateCard, Card, OpenBoxCard } from '../blocks/card.ts';
import { CONDITIONS } from './conditions.ts';
import type { Cents } from '../money/money.ts';
import type { OfferKind } from '../shops.ts';

/** The price of a product and whether it can be bought. */
export interface Offer {
  /** The lowest price at which it is available, or else the lowest listed price; 0 if no price is listed. */
  readonly price: Cents;
  readonly isAvailable: boolean;
}

/** Returns the offer of a card; for an open-box product, that of the cheapest condition in stock. */
export function toOffer(kind: OfferKind, card: Card): Offer {
  if (kind === 'affiliate') {
    const { price_cents: price, availability } = card as AffiliateCard;
    return { price, isAvailable: availability === 'YES' };
  }
  const used = card as OpenBoxCard;
  const prices = CONDITIONS.filter(({ key }) => used[`${key}_quantity`] > 0 && used[`${key}_price_cents`] > 0).map(
    ({ key }) => used[`${key}_price_cents`],
  );
  const isAvailable = prices.length > 0;
  return { price: isAvailable ? (Math.min(...prices) as Cents) : SORT_PRICE.openBox(used), isAvailable };
}
