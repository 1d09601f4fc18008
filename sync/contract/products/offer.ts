import { SORT_PRICE } from '../blocks/card.ts';
import type { AffiliateCard, Card, OpenBoxCard } from '../blocks/card.ts';
import { CONDITIONS } from './conditions.ts';
import type { Cents } from '../money/money.ts';
import type { OfferKind } from '../shops.ts';

/** What a shopper can get of a product. */
export interface Offer {
  /** The lowest price at which it is available, or else the lowest listed one; 0 without any. */
  readonly price: Cents;
  readonly isAvailable: boolean;
}

/** Finds out what a card offers: of an open-box product, the cheapest condition in stock. */
const OFFER_OF = {
  affiliate: (card: AffiliateCard): Offer => ({ price: card.price_cents, isAvailable: card.availability === 'YES' }),
  openBox: (card: OpenBoxCard): Offer => {
    const prices = CONDITIONS.filter(({ key }) => card[`${key}_quantity`] > 0 && card[`${key}_price_cents`] > 0).map(
      ({ key }) => card[`${key}_price_cents`],
    );
    const isAvailable = prices.length > 0;
    return { price: isAvailable ? (Math.min(...prices) as Cents) : SORT_PRICE.openBox(card), isAvailable };
  },
} as const;

/** Finds out what a card of either kind offers. */
export const toOffer = (kind: OfferKind, card: Card): Offer =>
  kind === 'affiliate' ? OFFER_OF.affiliate(card as AffiliateCard) : OFFER_OF.openBox(card as OpenBoxCard);
