import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextSearch, toSearchable } from './text-search.ts';
import { toTitleKey } from './title-key.ts';

const holds = (text: string, search: string): boolean => createTextSearch(search)(toSearchable(text));

test.each([
  ['Samsung 990 Pro 2 TB', '2tb', true],
  ['Samsung 990 Pro 2TB', '2 tb', true],
  ['ASUS GX-770', 'ｇｘ７７０', true],
  ['Café', 'cafe', true],
  ['Cafe', 'CAFÉ', true],
  ['1Z999AA1', '1Z 999 AA1', true],
  ['Zoë Ünal', 'zoeun', true],
  // The search as it is typed is found inside of a word as well, its folded form only where a word begins.
  ['Corsair', 'sair', true],
  ['GX770', 'x-770', false],
  ['ord_1\npay_2', 'ord_1pay', false],
  ['a.c', 'a.c', true],
  ['abc', 'a.c', false],
  ['a-c', 'a.c', true],
  ['abc', '', true],
  ['abc', '-', false],
  ['', 'a', false],
])('[CAT27] %j holds %j: %j', (text, search, expected) => {
  expect(holds(text, search)).toBe(expected);
});

const anyText = fc.string({
  unit: fc.constantFrom('a', 'A', 'é', 'e\u0301', 'ß', 'İ', 'Σ', 'ς', 'ﬁ', 'Ａ', '9', ' ', '-', '™', '🔥', '한', '\n'),
  maxLength: 10,
});

test('[CAT27] a search finds every text whose title key contains that of the search', () => {
  fc.assert(
    fc.property(anyText, fc.nat(10), fc.nat(10), (text, from, length) => {
      const search = text.slice(from, from + length).toUpperCase();
      fc.pre(toTitleKey(text).includes(toTitleKey(search.trim())));
      expect(holds(text, search)).toBe(true);
    }),
  );
});

test('[CAT27] a text is found by its own words, joined and split at any place', () => {
  fc.assert(
    fc.property(anyText, fc.nat(10), (text, at) => {
      const [line = ''] = text.split('\n');
      const joined = line.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
      fc.pre(joined !== '');
      expect(holds(line, joined)).toBe(true);
      const point = [...joined].slice(0, at).join('').length;
      fc.pre(!/^\p{M}/u.test(joined.slice(point)));
      expect(holds(line, `${joined.slice(0, point)} ${joined.slice(point)}`)).toBe(true);
    }),
  );
});
