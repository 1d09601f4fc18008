import fc from 'fast-check';
import { expect, test } from 'vitest';
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
      expect(ranges.length > 0).toBe(wanted !== '' && toTitleKey(title).includes(wanted));
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

test('no character has a key shorter than itself, so equal lengths mean equal positions', () => {
  for (let code = 0; code <= 0x10_ffff; code++) {
    const character = String.fromCodePoint(code);
    if (toTitleKey(character).length < character.length) throw new Error(`U+${code.toString(16)}`);
  }
});
