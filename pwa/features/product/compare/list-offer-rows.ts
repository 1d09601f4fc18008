import type { AffiliateCard, CardOf, OpenBoxCard } from '#contract/blocks/card.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import type { OfferKind } from '#contract/shops.ts';
import { compareMessages } from '#pwa/messages/en/compare.ts';
import { markedCondition } from '#pwa/messages/term-names.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { findPriceRange, listConditionOffers, totalQuantity } from '../price-and-stock/condition-offers.ts';
import { offerPriceText } from '../price-and-stock/price-text.ts';
import { stockLabel } from '../price-and-stock/stock-label.ts';

/** A property of the offers themselves. Prices and ratings are rendered as on cards, all other properties as text. */
export interface OfferRow<Kind extends OfferKind> {
  readonly kind: 'price' | 'rating' | 'text';
  readonly label: string;
  /** Returns the compared text, which rows of the kind `text` also show. A method, so that rows of each kind fit `OfferRow<OfferKind>`. */
  text(card: CardOf[Kind]): string;
}

const category = { kind: 'text', text: (card: CardOf[OfferKind]) => card.category } as const;

/** Returns the properties of the offers that are compared, by offer kind. */
const LIST_ROWS: { readonly [Kind in OfferKind]: (cards: readonly CardOf[Kind][]) => OfferRow<Kind>[] } = {
  affiliate: () => [
    { kind: 'price', label: compareMessages.price, text: priceText },
    { kind: 'rating', label: compareMessages.rating, text: ({ rate }) => messages.product.rating(rate) },
    {
      kind: 'text',
      label: compareMessages.availability,
      text: ({ availability }) => (availability === 'NO' ? messages.product.outOfStock : compareMessages.inStock),
    },
    { ...category, label: compareMessages.category },
  ],
  openBox: (cards) => [
    { kind: 'price', label: compareMessages.price, text: rangeText },
    {
      kind: 'text',
      label: compareMessages.stock,
      text: (card) => stockLabel(totalQuantity(listConditionOffers(card))),
    },
    ...CONDITIONS.filter(({ key }) => cards.some((card) => card[`${key}_quantity`] > 0)).map(
      ({ key }): OfferRow<'openBox'> => ({
        kind: 'text',
        label: markedCondition(key),
        text: (card) =>
          card[`${key}_quantity`] > 0
            ? compareMessages.inCondition(
                stockLabel(card[`${key}_quantity`]),
                offerPriceText(card[`${key}_price_cents`]),
              )
            : compareMessages.none,
      }),
    ),
    { ...category, label: compareMessages.category },
  ],
};

const priceText = (card: AffiliateCard): string => `${card.price_cents} ${card.typical_price_cents}`;

function rangeText(card: OpenBoxCard): string {
  const range = findPriceRange(listConditionOffers(card));
  return range ? `${range.low} ${range.high}` : '';
}

/** Returns the compared properties of cards, all of one kind of offer. */
export const listOfferRows = (kind: OfferKind, cards: readonly CardOf[OfferKind][]): OfferRow<OfferKind>[] =>
  (LIST_ROWS[kind] as (cards: readonly CardOf[OfferKind][]) => OfferRow<OfferKind>[])(cards);
