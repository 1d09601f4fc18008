/** Lengths of a GTIN: EAN-8, UPC-A, EAN-13 and the GTIN-14 of a case. */
const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** Spaces and hyphens, as books and packages print them between the digits. */
const SEPARATORS = /[\s\-\u2010-\u2012]/gu;

/** The longest text that can be a barcode: 14 digits with a separator after each. */
const MAX_TEXT = 28;

/**
 * Returns the form of a GTIN that products store and searches compare. A UPC-A becomes the EAN-13 with a leading zero; a GTIN-14 with a
 * leading zero becomes the EAN-13 inside it. Eight digits are read as an EAN-8, or else as a UPC-E. Undefined for a text that is no GTIN,
 * or whose check digit is wrong.
 */
export function toBarcode(text: string): string | undefined {
  if (text.length > MAX_TEXT) return undefined;
  // Some keyboards write digits of full width.
  const digits = text.normalize('NFKC').replace(SEPARATORS, '');
  if (!LENGTHS.has(digits.length) || !/^\d+$/.test(digits) || /^0+$/.test(digits)) return undefined;
  if (hasCheckDigit(digits)) return shorten(digits);
  return expandUpcE(digits);
}

/** Returns the stored form of eight digits that a scanner has read as UPC-E; undefined if they are no UPC-E. */
export function expandUpcE(digits: string): string | undefined {
  // The parts of a UPC-E: number system, six digits of which the last tells where zeros were left out, check digit.
  const [, system = '', first = '', rest = '', mark = '', check = ''] =
    /^([01])(\d\d)(\d{3})(\d)(\d)$/.exec(digits) ?? [];
  if (system === '') return undefined;
  const upc = `${system}${first}${fillZeros(rest, mark)}${check}`;
  return hasCheckDigit(upc) ? shorten(upc) : undefined;
}

/** Returns the eight digits for which a UPC-E has only four: `rest`, and `mark`, which tells where zeros were left out. */
function fillZeros(rest: string, mark: string): string {
  if (mark <= '2') return `${mark}0000${rest}`;
  if (mark === '3') return `${rest[0]}00000${rest.slice(1)}`;
  if (mark === '4') return `${rest.slice(0, 2)}00000${rest[2]}`;
  return `${rest}0000${mark}`;
}

/** Whether the last digit is GS1's check digit: added to the digits before it, weighted 3 and 1 from the right, it makes a multiple of 10. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const weight = (digits.length - at) % 2 === 0 ? 3 : 1;
    sum += Number(digits[at]) * weight;
  }
  return sum % 10 === 0;
}

/** Removes leading zeros down to an EAN-13 or EAN-8. They do not change the check digit; only the length tells the kinds apart. */
function shorten(digits: string): string {
  const whole = digits.padStart(14, '0');
  if (whole.startsWith('000000')) return whole.slice(6);
  return whole.startsWith('0') ? whole.slice(1) : whole;
}
