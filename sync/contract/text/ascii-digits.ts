const DIGIT = /\p{Nd}/u;

/** Returns a text whose decimal digits, of whatever script, are those of ASCII: `१२३` is `123`. */
export const toAsciiDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));

/** The value of a digit: Unicode has those of each script in a row, from zero to nine. */
function valueOf(codePoint: number): number {
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}
