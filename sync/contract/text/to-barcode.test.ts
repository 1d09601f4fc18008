import { describe, expect, it } from 'vitest';
import { expandUpcE, toBarcode } from './to-barcode.ts';

describe('a barcode', () => {
  // Numbers printed on goods and in GS1's and ISBN's own examples.
  it.each([
    ['4006381333931', '4006381333931'],
    ['01234565', '01234565'],
    ['96385074', '96385074'],
    ['036000291452', '0036000291452'],
    ['0036000291452', '0036000291452'],
    ['00036000291452', '0036000291452'],
    ['10036000291459', '10036000291459'],
    ['00000096385074', '96385074'],
    ['978-3-16-148410-0', '9783161484100'],
    [' 0 36000 29145 2 ', '0036000291452'],
    ['04252614', '0042100005264'],
    ['４００６３８１ ３３３９３１', '4006381333931'],
  ])('is read from %s as %s, which is read as itself', (text, stored) => {
    expect(toBarcode(text)).toBe(stored);
    expect(toBarcode(stored)).toBe(stored);
  });

  it.each([
    '',
    '4006381333930',
    '036000291453',
    '400638133393',
    '12345',
    '00000000',
    '0000000000000',
    '4006381333931\n4006381333931',
    'lamp 4006381333931',
    '-'.repeat(20),
  ])('is not read from %j', (text) => {
    expect(toBarcode(text)).toBeUndefined();
  });

  // The last digit before the check digit tells where a UPC-E leaves zeros out.
  it.each([
    ['04252614', '0042100005264'],
    ['01234531', '0012300000451'],
    ['01234543', '0012340000053'],
    ['01234558', '0012345000058'],
    ['01234565', '0012345000065'],
  ])('is expanded from the UPC-E %s', (short, stored) => {
    expect(expandUpcE(short)).toBe(stored);
  });
});
