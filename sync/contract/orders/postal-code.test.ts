import { describe, expect, test } from 'vitest';
import { COUNTRY_CODES } from './countries.ts';
import type { CountryCode } from './countries.ts';
import { examplePostalCode, formatPostalCode, hasPostalCode, isPostalCodeNumeric } from './postal-code.ts';

/** Postal codes of public addresses: parliaments, town halls, main post offices. */
const KNOWN: readonly (readonly [CountryCode, string])[] = [
  ['US', '20500'], ['US', '20500-0003'], ['CA', 'K1A 0A9'], ['GB', 'SW1A 1AA'], ['GB', 'M2 5DB'], ['GB', 'EH99 1SP'],
  ['DE', '11011'], ['FR', '75007'], ['NL', '2513 AA'], ['PL', '00-902'], ['SE', '100 12'], ['CZ', '118 26'],
  ['PT', '1249-068'], ['JP', '100-0014'], ['BR', '70160-900'], ['IN', '110 001'], ['CN', '100805'], ['RU', '103265'],
  ['IE', 'D02 A272'], ['IE', 'D6W XY00'], ['MT', 'VLT 1115'], ['LV', 'LV-1811'], ['AD', 'AD500'], ['AR', 'C1033AAB'],
  ['AU', '2600'], ['CH', '3003'], ['IS', '150'], ['IL', '9195016'], ['TW', '100'], ['LT', 'LT-01113'],
]; // prettier-ignore

describe('postal codes', () => {
  test.each(KNOWN)('of %s include %s', (country, code) => {
    expect(formatPostalCode(country, code)).toBe(code);
    // Typed without its separators, in lower case.
    expect(formatPostalCode(country, code.replaceAll(/[ -]/g, '').toLowerCase())).toBe(code);
  });

  test.each([
    ['too short', 'US', '2050', undefined],
    ['of another country', 'US', 'K1A 0A9', undefined],
    ['of another country', 'CA', '20500', undefined],
    ['of another country', 'GB', '12345', undefined],
    ['too short', 'DE', '1101', undefined],
    ['with letters and too short', 'DE', 'F-11011', undefined],
    ['with letters twice', 'DE', 'DD11011', undefined],
    ['with another country’s letters', 'US', 'D-20500', undefined],
    ['without its letters', 'NL', '2513', undefined],
    ['missing', 'PL', '', undefined],
    ['with wrong letters', 'AD', 'AB500', undefined],
    ['with the country’s letters', 'DE', 'D-10115', '10115'],
    ['with the country’s letters', 'DE', 'DE 10115', '10115'],
    ['with a dash of phones', 'DE', 'd‑10115', '10115'],
    ['with the country’s letters', 'SE', 'SE-123 45', '123 45'],
    ['with the country’s letters', 'SE', 's-12345', '123 45'],
    ['with letters of its own', 'LV', 'LV-1010', 'LV-1010'],
    ['without its own letters', 'LV', '1010', 'LV-1010'],
    ['without its own letters', 'AD', '500', 'AD500'],
    ['with a dash of texts', 'FR', 'F–75007', '75007'],
    ['with the country’s letters', 'AT', 'A-1010', '1010'],
    ['with the country’s letters', 'CH', 'CH-3003', '3003'],
    ['with the country’s letters', 'NL', 'NL-2513 AA', '2513 AA'],
    ['with the country’s letters', 'FI', 'FIN-00100', '00100'],
    ['with the country’s letters', 'LI', 'FL-9490', '9490'],
    ['with the country’s letters', 'GB', 'GB-SW1A 1AA', 'SW1A 1AA'],
    ['in Arabic digits', 'SA', '١٢٣٤٥', '12345'],
    ['in Persian digits', 'IR', '۱۲۳۴۵-۶۷۸۹۰', '12345-67890'],
    ['in Devanagari digits', 'IN', '११०००१', '110 001'],
    ['in Bengali digits', 'BD', '১২০৭', '1207'],
    ['in Thai digits', 'TH', '๑๐๒๐๐', '10200'],
    ['in full width', 'JP', '１００－００１４', '100-0014'],
    ['in full width with letters', 'CA', 'Ｋ１Ａ ０Ａ９', 'K1A 0A9'],
  ] as const)('%s, for %s: "%s" becomes %s', (_what, country, typed, code) =>
    expect(formatPostalCode(country, typed)).toBe(code),
  );

  test('a country without a known format accepts any text, also an empty one', () => {
    expect(hasPostalCode('HK')).toBe(false);
    expect(formatPostalCode('HK', '')).toBe('');
    expect(formatPostalCode('AE', 'PO Box 1')).toBe('PO Box 1');
  });

  test('a country whose codes may have letters, or have no known format, needs a keyboard with letters', () => {
    expect((['US', 'PL', 'BR'] as const).map(isPostalCodeNumeric)).toEqual([true, true, true]);
    expect((['CA', 'AR', 'LT', 'HK'] as const).map(isPostalCodeNumeric)).toEqual([false, false, false, false]);
  });

  test('the examples are codes of their country', () => {
    for (const country of COUNTRY_CODES.filter(hasPostalCode)) {
      const example = examplePostalCode(country);
      expect(formatPostalCode(country, example)).toBe(example);
    }
    expect((['US', 'CA', 'PL', 'IE'] as const).map(examplePostalCode)).toEqual([
      '12345',
      'A1B 2C3',
      '12-345',
      'A12 B3C4',
    ]);
  });

  test('the table has the 249 codes of ISO 3166-1 in order, and browsers can name each country', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    expect(COUNTRY_CODES).toHaveLength(249);
    expect(COUNTRY_CODES).toEqual(COUNTRY_CODES.toSorted());
    expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([]);
  });
});
