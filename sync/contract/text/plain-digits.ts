const DIGIT = /\p{Nd}/u;
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu;

/** Returns a text with the digits of every script as `0` to `9`: keyboards write Arabic, Persian, Hindi and full-width ones. */
export const toPlainDigits = (text: string): string => text.replace(OTHER_DIGITS, (digit) => String(valueOf(digit)));

/** Unicode has the digits of a script in one run of ten, from zero on; runs may follow each other. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(point - before - 1))) before += 1;
  return before % 10;
}
