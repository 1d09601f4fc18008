import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import type { ConditionPriceField, ConditionQuantityField } from '#contract/products/conditions.ts';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { MAX_RATE } from '#contract/limits.ts';
import { formatDollars } from '#contract/money/money.ts';
import { mapMarketplaces } from '#contract/products/marketplaces.ts';
import type { AffiliateFields, OpenBoxFields } from '#contract/products/product.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { toPlainDigits } from '#contract/text/plain-digits.ts';
import type { Cell } from '#transfer/source-row.ts';
import { toHtmlDescription } from './plain-description.ts';
import { readSpreadsheetBarcode } from './spreadsheet-barcode.ts';

/** The value of a cell (undefined: leave the field out), with a note when it was rounded or left out; or why the cell is invalid. */
export type ReadCell = { readonly value: unknown; readonly note?: string } | { readonly problem: string };

type Reader = (text: string) => ReadCell;

/** Columns of an import: the fields of products of both offer kinds, and those that identify a product. */
type Column = 'id' | 'external_id' | keyof AffiliateFields | keyof OpenBoxFields;

const asIs: Reader = (text) => ({ value: text });

const readDollars: Reader = (text) => {
  const read = readAmount(text);
  return 'cents' in read ? { value: formatDollars(read.cents) } : { problem: FIELD_PROBLEMS[read.problem] };
};

/** A whole number as text; spreadsheets write `4.0`. */
const readCount: Reader = (text) => ({ value: toPlainDigits(text.trim()).replace(/[.,]0+$/u, '') });

const readId: Reader = (text) => {
  const digits = readCount(text);
  return 'value' in digits && /^\d{1,10}$/u.test(String(digits.value)) ? { value: Number(digits.value) } : asIs(text);
};

/** Reads `4`, `4.5`, `4,0`, `4.5 stars` or `4/5`, and rounds it, because a product has whole stars. */
const readRating: Reader = (text) => {
  const plain = toPlainDigits(text.trim()).replace(',', '.');
  const [, number] = /^(\d+(?:\.\d*)?)\s*(?:\*|★|stars?|\/\s*5|(?:out )?of 5(?: stars)?)?$/iu.exec(plain) ?? [];
  const stars = Number(number);
  if (number === undefined || stars > MAX_RATE) return { problem: FIELD_PROBLEMS.rate };
  return Number.isInteger(stars) ? { value: stars } : { value: Math.round(stars), note: FIELD_PROBLEMS.rateRounded };
};

/** What programs write for yes and no, without spaces and in small letters. */
const AVAILABILITY: Readonly<Record<string, 'YES' | 'NO'>> = {
  ...Object.fromEntries(['yes', 'y', 'true', '1', 'instock', 'available'].map((word) => [word, 'YES'])),
  ...Object.fromEntries(
    ['no', 'n', 'false', '0', 'outofstock', 'soldout', 'unavailable', 'notavailable'].map((word) => [word, 'NO']),
  ),
};

const readAvailability: Reader = (text) => {
  const word = text.toLowerCase().replaceAll(/^https?:\/\/schema\.org\/|[\s_-]/gu, '');
  const value = Object.hasOwn(AVAILABILITY, word) ? AVAILABILITY[word] : undefined;
  return value ? { value } : { problem: FIELD_PROBLEMS.availability };
};

/** What merchants and marketplaces write for a missing value. */
const NOTHING = /^(?:[-–—]+|n\.?\/?a\.?|none|null|nil|not applicable|does not apply|no barcode)$/iu;

const orNothing =
  (read: Reader): Reader =>
  (text) =>
    NOTHING.test(text.trim()) ? { value: '' } : read(text);

/** A product can do without a barcode: one that cannot be read is left out. */
const readBarcode: Reader = (text) => {
  const read = readSpreadsheetBarcode(text);
  return 'value' in read ? read : { value: undefined, note: read.problem };
};

const readLink = orNothing(asIs);

const READERS: Readonly<Record<Column, Reader>> = {
  id: readId,
  external_id: asIs,
  title: asIs,
  main_category: asIs,
  category: asIs,
  description: (text) => ({ value: toHtmlDescription(text) }),
  barcode: orNothing(readBarcode),
  price: readDollars,
  typical_price: readDollars,
  rate: readRating,
  availability: readAvailability,
  link: readLink,
  store: asIs,
  ...mapMarketplaces(() => readLink),
  ...(Object.fromEntries(
    CONDITIONS.flatMap(({ key }) => [
      [priceField(key), readDollars],
      [quantityField(key), readCount],
    ]),
  ) as Record<ConditionPriceField | ConditionQuantityField, Reader>),
};

/**
 * Reads a cell, which is a text of CSV or a value of JSON, for the schema of its column. A number of JSON is taken literally, and null
 * means no value. A blank cell stays blank.
 */
export function readCell(column: string, given: Cell): ReadCell {
  if (given === null) return { value: undefined };
  const text = typeof given === 'number' ? writeNumber(given) : String(given);
  if (text.trim() === '' || !Object.hasOwn(READERS, column)) return { value: text };
  const read = READERS[column as Column](text);
  // In JSON the point is never a thousands separator, so the number is not ambiguous but has too many decimals.
  const isParts = typeof given === 'number' && 'problem' in read && read.problem === FIELD_PROBLEMS.dollarsAmbiguous;
  return isParts ? { problem: FIELD_PROBLEMS.dollarsDecimals } : read;
}

/** Returns a number as text, without the traces of binary fractions: programs write 29.990000000000002. */
const writeNumber = (number: number): string => String(Number(number.toFixed(8)));
