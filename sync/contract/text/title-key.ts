/**
 * Returns the form of a title that searches and sorts compare, the latter by `compareByCodePoint`: in lower case, then composed, because
 * some letters compose in lower case only.
 */
export function toTitleKey(title: string): string {
  const lower = title.toLowerCase();
  // Composing takes three times as long as this test, and nearly all titles are ASCII.
  return BEYOND_ASCII.test(lower) ? lower.normalize('NFC') : lower;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** Compares two different code units by code point order; returns a number below or above 0. */
const compareUnits = (a: number, b: number): number =>
  a >= FIRST_SURROGATE && b >= FIRST_SURROGATE ? rankUnit(a) - rankUnit(b) : a - b;

/** Surrogates are parts of characters beyond U+FFFF, which sort after the units from U+E000 on. */
const rankUnit = (unit: number): number => (unit <= LAST_SURROGATE ? unit + 0x1_0000 : unit);

/** Compares by code point, which is the order of UTF-8 bytes and of the database; `<` compares UTF-16 code units. */
export function compareByCodePoint(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const unitA = a.charCodeAt(at);
    const unitB = b.charCodeAt(at);
    if (unitA !== unitB) return compareUnits(unitA, unitB);
  }
  return a.length - b.length;
}
