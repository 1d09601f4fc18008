import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { IMAGES_COLUMN } from './image-links.ts';

/** Lists the columns of products, which an export writes. */
export const productColumns = (offer: OfferKind): readonly string[] => [
  'id',
  'external_id',
  ...Object.keys(PRODUCT_FIELDS[offer].shape),
];

/** Lists the columns that an import accepts for an offer kind. */
export const knownColumns = (offer: OfferKind): readonly string[] => [...productColumns(offer), IMAGES_COLUMN];

/** Returns the named columns that a shop's products do not have: every row with one is rejected. */
export function unknownColumns(offer: OfferKind, columns: readonly string[]): readonly string[] {
  const known = knownColumns(offer);
  return columns.filter((column) => column !== '' && !known.includes(column));
}
