import { escapeCsvCell } from '#contract/text/csv-cell.ts';
import { PRODUCT_FIELDS } from '#contract/product.ts';
import type { Product } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { toCsv } from '#pwa/ui/to-csv.ts';

/** Makes spreadsheets read the text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the head of an export: the byte order mark and the field names. */
export const csvHead = (offer: OfferKind): string => BYTE_ORDER_MARK + toCsv([columnsOf(offer)]);

/** Returns products as rows of an export. No cell is a formula, and importing the rows changes nothing. */
export const toProductRows = (offer: OfferKind, products: readonly Product[]): string =>
  toCsv(
    products.map((product) =>
      columnsOf(offer).map((column) => escapeCsvCell(String(product[column as keyof Product]))),
    ),
  );

const columnsOf = (offer: OfferKind): readonly string[] => ['id', ...Object.keys(PRODUCT_FIELDS[offer].shape)];
