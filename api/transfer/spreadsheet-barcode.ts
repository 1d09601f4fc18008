import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { toBarcode } from '#contract/text/to-barcode.ts';
import { toPlainDigits } from '#contract/text/plain-digits.ts';

/** A cell that a spreadsheet was told to keep as text: `="0012…"`, `'4006…`. */
const TEXT_MARKS = /^=?"(.*)"$|^'(.*)$/su;
/** The zeros that programs append to a whole number when they write it as a decimal one. */
const ZERO_DECIMALS = /[.,]0+$/u;
/** A number that a spreadsheet has rounded to its first digits. */
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

/** Restores the leading zeros that a spreadsheet removed from an EAN-8 or UPC-A; the check digit confirms that it was one. */
function withZeros(number: string): string {
  if (/^\d{7}$/u.test(number)) return number.padStart(8, '0');
  return /^\d{9,11}$/u.test(number) ? number.padStart(12, '0') : number;
}
