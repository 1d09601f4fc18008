import { expect, it } from 'vitest';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { hashText } from '#contract/text/hash-text.ts';
import { WordColumn } from './word-column.ts';

const blockOf = (words: readonly string[], ...places: number[]): CardColumns =>
  ({ rows: places.length, words: { store: { words, places: Uint32Array.from(places) } } }) as unknown as CardColumns;
const wordsOf = (column: WordColumn, rows: number): string[] =>
  Array.from({ length: rows }, (_, row) => column.wordOf(row));

it('a column joins the words of all blocks, and has empty words for a block of an older server', () => {
  const older = { rows: 1, words: {} } as unknown as CardColumns;
  const column = new WordColumn('store', [blockOf(['A', 'B'], 0, 1), blockOf(['B', 'C'], 1, 0), older], 8);
  expect(wordsOf(column, 5)).toEqual(['A', 'B', 'C', 'B', '']);
  expect([column.find('C'), column.find('D')]).toEqual([2, undefined]);
  expect(column.hashOf(3)).toBe(hashText('B'));
});

it('a column can grow to more rows, and to more words than its first number type can count', () => {
  const column = new WordColumn('store', [blockOf(['A'], 0)], 1);
  column.enlarge(400);
  for (let row = 1; row < 400; row++) column.set(row, `W${row}`);
  expect(wordsOf(column, 400)).toEqual(['A', ...Array.from({ length: 399 }, (_, row) => `W${row + 1}`)]);
});
