import { COUNTRIES } from './countries.ts';
import type { CountryCode } from './countries.ts';

/** Returns whether addresses of a country have a postal code whose format is known. */
export const hasPostalCode = (country: CountryCode): boolean => COUNTRIES[country].length > 0;

/** Returns whether a country's postal codes have digits only, so that a phone needs no letters for them. */
export const isPostalCodeNumeric = (country: CountryCode): boolean =>
  hasPostalCode(country) && COUNTRIES[country].every((format) => !/[^#\s-]/.test(format));

/** Returns a postal code as the country writes it, or undefined when it is none. Countries without a known format accept any text. */
export function formatPostalCode(country: CountryCode, text: string): string | undefined {
  if (!hasPostalCode(country)) return text;
  const characters = text.toUpperCase().replaceAll(SEPARATORS, '');
  const format = COUNTRIES[country].find((one) => patternOf(one).test(characters));
  if (format === undefined) return undefined;
  let next = 0;
  return format.replaceAll(/[^\s-]/g, () => characters.charAt(next++));
}

/** Returns an example of a country's postal codes in their usual format; empty where there is no known format. */
export function examplePostalCode(country: CountryCode): string {
  let [digit, letter, either] = [0, 0, 0];
  const next = (symbol: string): string => {
    if (symbol === '*') return next(either++ % 2 === 0 ? '#' : '@');
    return symbol === '#' ? String(++digit % 10) : String.fromCodePoint(0x41 + letter++);
  };
  return (COUNTRIES[country][0] ?? '').replaceAll(/[#@*]/g, next);
}

// Dashes as phones and texts write them.
const SEPARATORS = /[\s\-‐-–]+/g;

const SYMBOLS: Readonly<Record<string, string>> = { '#': String.raw`\d`, '@': '[A-Z]', '*': String.raw`[A-Z\d]` };

const patternOf = (format: string): RegExp =>
  new RegExp(`^${format.replaceAll(SEPARATORS, '').replaceAll(/[#@*]/g, (symbol) => SYMBOLS[symbol] ?? symbol)}$`);
