import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { toBarcode } from '#contract/text/to-barcode.ts';
import { toPlainDigits } from '#contract/text/plain-digits.ts';

/** A cell that a spreadsheet was told to keep as text: `="0012…"`, `'4006…`. */
const TEXT_MARKS = /^=?"(.*)"$|^'(.*)$/su;
/** A whole number as programs write decimal ones. */
const ZERO_DECIMALS = /[.,]0+$/u;
/** A number of which a spreadsheet keeps only the first digits. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+?\d+$/iu;

/** A barcode in its stored form, or why there is none. */
export type SpreadsheetBarcode = { readonly value: string } | { readonly problem: string };

/** Reads a barcode as spreadsheets leave it: with marks of text, with decimals, or without the zeros in front. */
export function readSpreadsheetBarcode(text: string): SpreadsheetBarcode {
  const plain = toPlainDigits(text.trim().replace(TEXT_MARKS, '$1$2').trim());
  if (ROUNDED.test(plain)) return { problem: FIELD_PROBLEMS.barcodeRounded };
  const number = plain.replace(ZERO_DECIMALS, '');
  const value = toBarcode(number) ?? toBarcode(withZeros(number));
  return value === undefined ? { problem: FIELD_PROBLEMS.barcodeLeftOut } : { value };
}

/** Returns a number that lost its zeros to a spreadsheet as the EAN-8 or UPC-A it was; the check digit tells whether it was one. */
function withZeros(number: string): string {
  if (/^\d{7}$/u.test(number)) return number.padStart(8, '0');
  return /^\d{9,11}$/u.test(number) ? number.padStart(12, '0') : number;
}
