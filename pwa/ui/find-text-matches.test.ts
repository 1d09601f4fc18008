import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextSearch, toSearchable } from '#contract/text/text-search.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { findTextMatches } from './find-text-matches.ts';

const marked = (title: string, search: string): string[] =>
  findTextMatches(title, search).map(([start, end]) => title.slice(start, end));

test.each([
  ['Corsair Vengeance', 'VENGE', ['Venge']],
  ['Lamp lamp LAMP', ' lamp ', ['Lamp', 'lamp', 'LAMP']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['Straße', 'ße', ['ße']],
  ['STRAẞE', 'ß', ['ẞ']],
  ['İstanbul lamp', 'lamp', ['lamp']],
  ['İİ x lamp', 'x', ['x']],
  ['İstanbul', 'i', ['İ']],
  ['İ', '\u0307', ['İ']],
  ['ΟΔΟΣ ΟΔΟΣ', 'οδος', ['ΟΔΟΣ', 'ΟΔΟΣ']],
  ['🟢İ green', 'green', ['green']],
  ['𐐀 Deseret', 'd', ['D']],
  ['a.c abc', 'a.c', ['a.c']],
  ['ASUS GX-770 Wi-Fi', 'gx770', ['GX-770']],
  ['Samsung 2 TB', '2tb', ['2 TB']],
  ['Café', 'cafe', ['Café']],
  ['ＧＸ７７０ X', 'gx 77', ['ＧＸ７７']],
  ['Straße', 'strass', ['Straß']],
  ['a GX771', 'x-77', []],
  ['Cafe Café', 'cafe', ['Cafe']],
  ['anything', '-', []],
  ['anything', '', []],
  ['anything', '   ', []],
  ['', 'x', []],
])('%s, searched for %s, marks %j', (title, search, expected) => {
  expect(marked(title, search)).toEqual(expected);
});

const text = fc.string({ unit: fc.constantFrom('a', 'A', 'İ', 'ß', 'ẞ', 'Σ', 'ς', '🟢', 'x', ' '), maxLength: 12 });

test('matches are in order and within the title, and every matching title has at least one', () => {
  fc.assert(
    fc.property(text, text, (title, search) => {
      const ranges = findTextMatches(title, search);
      const wanted = toTitleKey(search.trim());
      if (wanted !== '' && toTitleKey(title).includes(wanted)) expect(ranges).not.toEqual([]);
      if (ranges.length > 0) expect(createTextSearch(search)(toSearchable(title))).toBe(true);
      let last = 0;
      for (const [start, end] of ranges) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(title.length);
        last = end;
      }
    }),
  );
});

test('[CAT19] whole letters are marked, alike in composed and decomposed titles', () => {
  expect(findTextMatches('Cafe\u0301 Caf\u00e9', 'caf\u00e9')).toEqual([
    [0, 5],
    [6, 10],
  ]);
  expect(findTextMatches('Caf\u00e9', 'FE\u0301')).toEqual([[2, 4]]);
  expect(findTextMatches('J\u030c1', '\u01f0')).toEqual([[0, 2]]);
  expect(findTextMatches('\u1112\u1161\u11ab', '\ud55c')).toEqual([[0, 3]]);
});
