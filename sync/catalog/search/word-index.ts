import { fromByteText } from '#contract/text/byte-text.ts';
import { splitSearchWords } from '#contract/text/search-fold.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { createNumberColumn } from '../index/number-column.ts';
import type { NumberColumn } from '../index/number-column.ts';

/**
 * The distinct folded words of all titles, and the words of each row: about 60 bytes per product. Created by the first search for close
 * matches.
 */
export interface WordIndex {
  /** The number of rows that it covers; rows added later are not in it. */
  readonly rows: number;
  readonly words: readonly string[];
  /** The letters of a word as bits: two words differ by at least as many letters as one has and the other lacks. */
  readonly letters: Uint32Array;
  /** Numbers of the words of all rows, one row after the other. */
  readonly wordsOfRows: NumberColumn;
  /** Offset of each row's words; one more entry than rows. */
  readonly starts: Uint32Array;
}

export function createWordIndex({ keys, rows }: ColumnIndex): WordIndex {
  const numberOf = new Map<string, number>();
  const starts = new Uint32Array(rows + 1);
  const wordsOfRows: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (const word of splitSearchWords(fromByteText(keys.text.slice(keys.starts[row], keys.starts[row + 1])))) {
      let number = numberOf.get(word);
      if (number === undefined) {
        number = numberOf.size;
        // The word is copied: a substring would keep the whole text alive, even when the text is no longer used.
        numberOf.set(word.split('').join(''), number);
      }
      wordsOfRows.push(number);
    }
    starts[row + 1] = wordsOfRows.length;
  }
  const words = [...numberOf.keys()];
  const kept = createNumberColumn(words.length, wordsOfRows.length);
  kept.set(wordsOfRows);
  return { rows, words, letters: Uint32Array.from(words, toLetters), wordsOfRows: kept, starts };
}

/** Returns the letters of a word as bits: one for each of a to z. Other letters and digits share bits. */
export function toLetters(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters >>> 0;
}
