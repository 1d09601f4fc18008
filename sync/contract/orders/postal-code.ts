import { COUNTRIES } from './countries.ts';
import type { CountryCode } from './countries.ts';
import { toPlainDigits } from '../text/plain-digits.ts';

/** Returns whether addresses of a country have a postal code whose format is known. */
export const hasPostalCode = (country: CountryCode): boolean => COUNTRIES[country].length > 0;

/** Returns whether a country's postal codes have digits only, so that a phone needs no letters for them. */
export const isPostalCodeNumeric = (country: CountryCode): boolean =>
  hasPostalCode(country) && COUNTRIES[country].every((format) => !/[^#\s-]/.test(format));

/**
 * Returns a postal code in the country's format, or undefined when it does not match. Accepts digits of any script; the
 * country's letters are removed or added as the format requires: `D-10115` becomes `10115`, and `1010` in Latvia
 * `LV-1010`. Countries without a known format accept any text.
 */
export function formatPostalCode(country: CountryCode, text: string): string | undefined {
  if (!hasPostalCode(country)) return text;
  const typed = toPlainDigits(text.normalize('NFKC')).toUpperCase().replaceAll(SEPARATORS, '');
  const ways = [typed, ...withoutCountry(country, typed), country + typed];
  for (const format of COUNTRIES[country]) {
    const characters = ways.find((way) => patternOf(format).test(way));
    let next = 0;
    if (characters !== undefined) return format.replaceAll(/[^\s-]/g, () => characters.charAt(next++));
  }
  return undefined;
}

/** Country letters on number plates that differ from ISO 3166; people in Europe write them before postal codes. */
const VEHICLE_LETTERS: Partial<Readonly<Record<CountryCode, string>>> = {
  AT: 'A', BE: 'B', DE: 'D', EE: 'EST', ES: 'E', FI: 'FIN', FR: 'F', HU: 'H', IT: 'I', LI: 'FL', LU: 'L', NO: 'N', PT: 'P',
  RU: 'RUS', SE: 'S', SI: 'SLO', VA: 'V',
}; // prettier-ignore

/** Returns the code without the country's ISO letters, and without its vehicle letters, as far as it starts with them. */
const withoutCountry = (country: CountryCode, code: string): readonly string[] =>
  [country, VEHICLE_LETTERS[country]].flatMap((letters) =>
    letters !== undefined && code.startsWith(letters) ? [code.slice(letters.length)] : [],
  );

/** Returns an example of a country's postal codes in their usual format; empty where there is no known format. */
export function examplePostalCode(country: CountryCode): string {
  let [digit, letter, either] = [0, 0, 0];
  const next = (symbol: string): string => {
    if (symbol === '*') return next(either++ % 2 === 0 ? '#' : '@');
    return symbol === '#' ? String(++digit % 10) : String.fromCodePoint(0x41 + letter++);
  };
  return (COUNTRIES[country][0] ?? '').replaceAll(/[#@*]/g, next);
}

// Spaces, hyphens, and the dashes that phones and word processors write instead.
const SEPARATORS = /[\s\-‐-―−]+/g;

const SYMBOLS: Readonly<Record<string, string>> = { '#': String.raw`\d`, '@': '[A-Z]', '*': String.raw`[A-Z\d]` };

const patternOf = (format: string): RegExp =>
  new RegExp(`^${format.replaceAll(SEPARATORS, '').replaceAll(/[#@*]/g, (symbol) => SYMBOLS[symbol] ?? symbol)}$`);
