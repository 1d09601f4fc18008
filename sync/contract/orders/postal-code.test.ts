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
    ['US', '2050'],
    ['US', 'K1A 0A9'],
    ['CA', '20500'],
    ['GB', '12345'],
    ['DE', '1101'],
    ['DE', 'F-11011'],
    ['DE', 'DD11011'],
    ['US', 'D-20500'],
    ['NL', '2513'],
    ['PL', ''],
    ['AD', 'AB500'],
  ] as const)('of %s exclude "%s"', (country, code) => expect(formatPostalCode(country, code)).toBeUndefined());

  test.each([
    ['DE', 'D-10115', '10115'],
    ['DE', 'DE 10115', '10115'],
    ['DE', 'd‑10115', '10115'],
    ['SE', 'SE-123 45', '123 45'],
    ['SE', 's-12345', '123 45'],
    ['LV', 'LV-1010', 'LV-1010'],
    ['LV', '1010', 'LV-1010'],
    ['AD', '500', 'AD500'],
    ['FR', 'F–75007', '75007'],
    ['AT', 'A-1010', '1010'],
    ['CH', 'CH-3003', '3003'],
    ['NL', 'NL-2513 AA', '2513 AA'],
    ['FI', 'FIN-00100', '00100'],
    ['LI', 'FL-9490', '9490'],
    ['GB', 'GB-SW1A 1AA', 'SW1A 1AA'],
    ['IE', 'D02 A272', 'D02 A272'],
  ] as const)('of %s may have the country’s letters in front, or lack them: %s', (country, typed, code) =>
    expect(formatPostalCode(country, typed)).toBe(code),
  );

  test.each([
    ['Arabic', 'SA', '١٢٣٤٥', '12345'],
    ['Persian', 'IR', '۱۲۳۴۵-۶۷۸۹۰', '12345-67890'],
    ['Devanagari', 'IN', '११०००१', '110 001'],
    ['Bengali', 'BD', '১২০৭', '1207'],
    ['Thai', 'TH', '๑๐๒๐๐', '10200'],
    ['full width', 'JP', '１００－００１４', '100-0014'],
    ['full width with letters', 'CA', 'Ｋ１Ａ ０Ａ９', 'K1A 0A9'],
  ] as const)('have the digits of the buyer’s keyboard: %s', (_script, country, typed, code) =>
    expect(formatPostalCode(country, typed)).toBe(code),
  );

  test('a country without a known format accepts any text, and none', () => {
    expect(hasPostalCode('HK')).toBe(false);
    expect(formatPostalCode('HK', '')).toBe('');
    expect(formatPostalCode('AE', 'PO Box 1')).toBe('PO Box 1');
  });

  test('those that may have letters, and missing ones, need a keyboard with letters', () => {
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

  test('the table has the 249 codes of ISO 3166-1, in order, which browsers can name', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    expect(COUNTRY_CODES).toHaveLength(249);
    expect(COUNTRY_CODES).toEqual(COUNTRY_CODES.toSorted());
    expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([]);
  });
});
