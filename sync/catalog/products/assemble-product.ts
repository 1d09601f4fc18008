import type { Details } from '#contract/blocks/details-block.ts';
import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import { formatDollars } from '#contract/money/money.ts';
import type { AffiliateProduct, OpenBoxProduct, Product } from '#contract/products/product.ts';
import type { AffiliateCard, OpenBoxCard } from '#contract/blocks/card.ts';
import type { OfferKind } from '#contract/shops.ts';

/** Fields of an offer that only the card has, in the names and shapes of the wire's product. */
const OFFER_FIELDS = {
  affiliate: (card: AffiliateCard) => ({
    price: formatDollars(card.price_cents),
    typical_price: formatDollars(card.typical_price_cents),
    rate: card.rate,
    availability: card.availability,
    link: card.link,
  }),
  openBox: (card: OpenBoxCard) =>
    Object.fromEntries(
      CONDITIONS.flatMap(({ key }) => [
        [priceField(key), formatDollars(card[`${key}_price_cents`])],
        [quantityField(key), String(card[`${key}_quantity`])],
      ]),
    ),
} as const satisfies Record<OfferKind, unknown>;

/** Assembles a product from its card, with all columns, and details; equal to the server's answer for its id. */
export function assembleProduct(offer: OfferKind, card: WireCard, details: Details): Product {
  const offerFields =
    offer === 'affiliate'
      ? OFFER_FIELDS.affiliate(card as unknown as AffiliateCard)
      : OFFER_FIELDS.openBox(card as unknown as OpenBoxCard);
  const { id, seq, life, title, main_category, category, imagecount, image_version, placeholder, view_count } = card;
  const common = { id, seq, title, main_category, category, imagecount, image_version, placeholder, view_count };
  return {
    ...common,
    ...(life > 0 && { life }),
    ...offerFields,
    ...details.fields,
    updated_at: details.updated_at,
  } as unknown as AffiliateProduct | OpenBoxProduct;
}
