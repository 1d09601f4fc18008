import { CONDITIONS, priceField, quantityField } from '#contract/conditions.ts';
import type { OfferKind } from '#contract/shops.ts';

/** What is written into an input, which says what keyboard a tablet shows and what is offered. */
type InputKind = 'text' | 'dollars' | 'count' | 'link' | 'mainCategory' | 'category';

export interface FieldDefinition {
  /** Of the product, as the server has it. */
  readonly name: string;
  readonly kind: InputKind;
  readonly isRequired: boolean;
}

const field = (name: string, kind: InputKind, isRequired = false): FieldDefinition => ({ name, kind, isRequired });

/** Text inputs of a form by offer kind, in its order. The id comes before them, where a form has one; what is no line of text after them. */
export const PRODUCT_INPUTS: Readonly<Record<OfferKind, readonly FieldDefinition[]>> = {
  affiliate: [
    field('title', 'text', true),
    field('price', 'dollars'),
    field('typical_price', 'dollars'),
    field('link', 'link'),
    field('main_category', 'mainCategory', true),
    field('category', 'category', true),
  ],
  openBox: [
    field('title', 'text', true),
    field('store', 'text'),
    field('main_category', 'mainCategory', true),
    field('category', 'category', true),
    field('ebay', 'link'),
    field('facebook_marketplace', 'link'),
    field('offer_up', 'link'),
    field('mercari_marketplaces', 'link'),
    ...CONDITIONS.flatMap(({ key }) => [field(priceField(key), 'dollars'), field(quantityField(key), 'count')]),
  ],
};

/** Whether products of an offer kind are rated and simply available or not; the others count their stock. */
export const hasRating = (offer: OfferKind): boolean => offer === 'affiliate';
