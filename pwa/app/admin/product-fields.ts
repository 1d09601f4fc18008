import { PRODUCT_FIELDS } from '#contract/product.ts';
import type { Product, ProductFields } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';

/** What an administrator sets of a product, without what the server adds to it. */
export function fieldsOf(offer: OfferKind, product: Product): ProductFields {
  const given: Record<string, unknown> = { ...product };
  const names = Object.keys(PRODUCT_FIELDS[offer].shape);
  return Object.fromEntries(names.map((name) => [name, given[name]])) as ProductFields;
}
