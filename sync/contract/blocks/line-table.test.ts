import { expect, it } from 'vitest';
import { hashText } from '../text/hash-text.ts';
import { LineTable } from './line-table.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

it.each([1, 2, 31, 32, 33, 64, 65, 200])('a table finds each of its %i lines, in any order', (rows) => {
  const lines = Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? '' : `é${'x'.repeat(row % 7)}${row}`));
  const table = new LineTable(encode(lines.join('\n')), rows);
  const read = (row: number): string => decode(table.lineOf(row));
  expect(lines.map((_line, row) => read(row))).toEqual(lines);
  const jumps = Array.from({ length: 400 }, (_, step) => (step * 37) % rows);
  expect(jumps.map(read)).toEqual(jumps.map((row) => lines[row]));
  expect(lines.map((_line, row) => read(rows - 1 - row))).toEqual(lines.toReversed());
});

it('the common beginning and end of all lines are stored once, also if they overlap in a short line', () => {
  const sets = [
    Array.from({ length: 100 }, (_, row) => `https://l.example/dp/${row}?tag=a`),
    ['abab', 'ab', 'abab'],
    ['aaa', 'a', 'aaaaa', 'aa'],
    ['aXa', 'aa', 'aYa'],
    ['é1', 'è1'],
    ['same', 'same', 'same'],
    ['only'],
    ['a1', '', 'a2'],
    ['prefix', 'pre', 'preb', 'x'],
  ];
  for (const lines of sets) {
    const table = new LineTable(encode(lines.join('\n')), lines.length);
    expect(lines.map((_line, row) => decode(table.lineOf(row)))).toEqual(lines);
    const hashes = lines.map((line) => (/^[ -~]*$/.test(line) ? hashText(line) : undefined));
    expect(lines.map((_line, row) => table.hashAscii(row))).toEqual(hashes);
  }
  const links = sets[0] as string[];
  expect(
    new LineTable(encode(links.join('\n')), 100).parts.reduce((sum, { byteLength }) => sum + byteLength, 0),
  ).toBeLessThan(links.join('\n').length / 5);
});

it('a table is rejected if its number of lines is wrong', () => {
  for (const rows of [0, 1, 3, 32]) expect(() => new LineTable(encode('a\nb'), rows)).toThrow(RangeError);
  expect(() => new LineTable(encode(''), 2)).toThrow(RangeError);
  expect(decode(new LineTable(encode(''), 1).lineOf(0))).toBe('');
  expect(new LineTable(encode(''), 0).rows).toBe(0);
});
