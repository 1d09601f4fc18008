import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import { MARKETPLACE_KEYS } from '#contract/products/marketplaces.ts';
import type { OfferKind } from '#contract/shops.ts';
import { toPlainDigits } from '#contract/text/plain-digits.ts';

/** Kind of an input; it determines the on-screen keyboard and the suggestions. */
type InputKind = 'text' | 'dollars' | 'count' | 'link' | 'mainCategory' | 'category' | 'barcode';

export interface FieldDefinition {
  /** Name of the product's field on the wire. */
  readonly name: string;
  readonly kind: InputKind;
  readonly isRequired: boolean;
}

const field = (name: string, kind: InputKind, isRequired = false): FieldDefinition => ({ name, kind, isRequired });

/** The one-line text inputs of the product form by offer kind, in display order. They follow the id and precede all other inputs. */
export const PRODUCT_INPUTS: Readonly<Record<OfferKind, readonly FieldDefinition[]>> = {
  affiliate: [
    field('title', 'text', true),
    field('price', 'dollars'),
    field('typical_price', 'dollars'),
    field('link', 'link'),
    field('main_category', 'mainCategory', true),
    field('category', 'category', true),
    field('barcode', 'barcode'),
  ],
  openBox: [
    field('title', 'text', true),
    field('store', 'text'),
    field('main_category', 'mainCategory', true),
    field('category', 'category', true),
    field('barcode', 'barcode'),
    ...MARKETPLACE_KEYS.map((key) => field(key, 'link')),
    ...CONDITIONS.flatMap(({ key }) => [field(priceField(key), 'dollars'), field(quantityField(key), 'count')]),
  ],
};

/** Returns whether products of an offer kind have a rating and an availability; products of the other kind have stock counts instead. */
export const hasRating = (offer: OfferKind): boolean => offer === 'affiliate';

/** Parses a product id; undefined if the text is not a valid id. */
export function readId(text: string): number | undefined {
  const plain = toPlainDigits(text.trim());
  const id = /^\d{1,10}$/.test(plain) ? Number(plain) : 0;
  return id >= 1 && id <= MAX_PRODUCT_ID ? id : undefined;
}
