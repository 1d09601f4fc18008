import type { AffiliateCard, Card, OpenBoxCard } from '#contract/blocks/card.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { OfferKind } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { missingPriceText } from './affiliate-offer.tsx';
import { findPriceRange, listConditionOffers, totalQuantity } from './condition-offers.ts';
import { stockLabel } from './stock-label.ts';

/** An offer in a few words, for places with room for two lines. */
export interface OfferSummary {
  readonly price: string;
  readonly stock: string;
  readonly isSoldOut: boolean;
  /** The conditions in stock, the best first; none for affiliate offers. */
  readonly conditions: readonly ConditionKey[];
}

const SUMMARIES = {
  affiliate(card: AffiliateCard): OfferSummary {
    const isSoldOut = card.availability === 'NO';
    return {
      price: card.price_cents > 0 ? formatPrice(card.price_cents) : missingPriceText(card),
      stock: isSoldOut ? messages.product.outOfStock : productMessages.inStock,
      isSoldOut,
      conditions: [],
    };
  },
  openBox(card: OpenBoxCard): OfferSummary {
    const offers = listConditionOffers(card);
    const inStock = offers.filter(({ quantity }) => quantity > 0);
    const range = findPriceRange(inStock) ?? findPriceRange(offers);
    const one = range && range.low === range.high ? formatPrice(range.low) : undefined;
    return {
      price: range
        ? (one ?? messages.product.priceRange(formatPrice(range.low), formatPrice(range.high)))
        : messages.product.noPrice,
      stock: stockLabel(totalQuantity(offers)),
      isSoldOut: inStock.length === 0,
      conditions: inStock.map(({ condition }) => condition.key),
    };
  },
};

/** Summarizes the offer of a card, which is one of the shop's kind. Open-box prices are those of conditions in stock, if there are any. */
export const summarizeOffer = (kind: OfferKind, card: Card): OfferSummary =>
  kind === 'affiliate' ? SUMMARIES.affiliate(card as AffiliateCard) : SUMMARIES.openBox(card as OpenBoxCard);
