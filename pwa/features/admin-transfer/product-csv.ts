import { escapeCsvCell } from '#contract/text/csv-cell.ts';
import { PRODUCT_FIELDS } from '#contract/product.ts';
import type { Product } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { toCsv } from '#pwa/ui/to-csv.ts';

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first lines of an export: what spreadsheets must know, and the names of the fields. */
export const csvHead = (offer: OfferKind): string => BYTE_ORDER_MARK + toCsv([columnsOf(offer)]);

/** Products as rows of an export. No cell is a formula, and an import changes nothing. */
export const toProductRows = (offer: OfferKind, products: readonly Product[]): string =>
  toCsv(
    products.map((product) =>
      columnsOf(offer).map((column) => escapeCsvCell(String(product[column as keyof Product]))),
    ),
  );

const columnsOf = (offer: OfferKind): readonly string[] => ['id', ...Object.keys(PRODUCT_FIELDS[offer].shape)];
