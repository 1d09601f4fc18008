import { expect, test } from 'vitest';
import { toPlainDigits } from './plain-digits.ts';

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Hindi', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['full-width', '０１２３４５６７８９'],
  ['bold', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['double-struck, a run behind another one', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'],
])('%s digits become plain ones', (_script, digits) => {
  expect(toPlainDigits(`a ${digits}.`)).toBe('a 0123456789.');
});

test('other characters stay', () => {
  expect(toPlainDigits('12 ½ ² ⅷ 十')).toBe('12 ½ ² ⅷ 十');
});
