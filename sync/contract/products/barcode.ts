import * as z from 'zod/mini';
import { FIELD_PROBLEMS } from '../text/field-problems.ts';
import { toBarcode } from '../text/to-barcode.ts';

/** A product's barcode as the server stores and sends it: 8, 13 or 14 digits, or empty for none. Missing from servers before it was added. */
export const storedBarcodeSchema = z._default(
  z.string().check(z.regex(/^(?:\d{8}|\d{13}|\d{14})?$/, 'must be 8, 13 or 14 digits')),
  '',
);

/** A barcode as people and imports write it: any length of GTIN, with spaces or hyphens. The value is the stored form. */
export const barcodeSchema = z.string().check(
  z.overwrite((text) => toBarcode(text) ?? text.trim()),
  z.refine((text) => text === '' || toBarcode(text) === text, FIELD_PROBLEMS.barcode),
);
