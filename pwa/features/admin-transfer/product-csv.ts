import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '#transfer/csv-cell.ts';

/** Returns the head of an export: the byte order mark and the field names. */
export const csvHead = (offer: OfferKind): string => BYTE_ORDER_MARK + toCsvLine(columnsOf(offer));

/** Returns products as rows of an export. No cell is a formula, and importing the rows changes nothing. */
export const toProductRows = (offer: OfferKind, products: readonly Product[]): string =>
  products
    .map((product) => toCsvLine(columnsOf(offer).map((column) => String(product[column as keyof Product]))))
    .join('');

const columnsOf = (offer: OfferKind): readonly string[] => ['id', ...Object.keys(PRODUCT_FIELDS[offer].shape)];
