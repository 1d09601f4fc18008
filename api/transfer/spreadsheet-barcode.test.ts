import { expect, test } from 'vitest';
import { readSpreadsheetBarcode } from './spreadsheet-barcode.ts';

test.each([
  ['4006381333931', '4006381333931'],
  [' 4006381-333931 ', '4006381333931'],
  ['4006381333931.0', '4006381333931'],
  ['4006381333931,00', '4006381333931'],
  ["'4006381333931", '4006381333931'],
  ['="4006381333931"', '4006381333931'],
  ['"4006381333931"', '4006381333931'],
  ['="036000291452"', '0036000291452'],
  ['36000291452', '0036000291452'],
  ['96385074', '96385074'],
  ['٤٠٠٦٣٨١٣٣٣٩٣١', '4006381333931'],
])('%j is the barcode %s', (text, value) => {
  expect(readSpreadsheetBarcode(text)).toEqual({ value });
});

test.each(['1.23457E+12', '4,00638e+12', '4E12'])('%j was rounded by a spreadsheet', (text) => {
  expect(readSpreadsheetBarcode(text)).toEqual({ problem: expect.stringContaining('rounded') });
});

test.each(['4006381333930', '36000291453', '123', 'SKU-7', '4006381333931.5'])('%j is no barcode', (text) => {
  expect(readSpreadsheetBarcode(text)).toEqual({ problem: expect.stringContaining('check digit') });
});
