import { splitSearchWords } from '#contract/text/search-fold.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { findTitles } from '../query/select-rows.ts';
import type { FactBlock } from './fact-block.ts';

/** How well a fact matches a search, best first; 0: not at all. */
const WHOLE_END = 1;
const WORD_END = 2;
const INSIDE_A_WORD = 3;
const SEPARATE_WORDS = 4;
/** Words of a search that are looked for together. */
const MAX_WORDS = 12;
/** Words that are looked for one by one: each reads all facts once. */
const MAX_SEPARATE_WORDS = 6;

/** The best fact of each row of an index: its grade, and which one it is. */
export interface RowFacts {
  readonly grades: Uint8Array;
  /** Places in the list of blocks. */
  readonly blocks: Uint16Array;
  /** Numbers in their blocks. */
  readonly facts: Uint32Array;
}

/**
 * Grades the rows that have a fact with the searched words in its value: as they are typed, joined or split, the last one possibly a
 * beginning. Where no row has, each word may be in another fact or in the title. Undefined for a search of a single letter, which is in most
 * facts.
 */
export function matchFacts(index: ColumnIndex, blocks: readonly FactBlock[], search: string): RowFacts | undefined {
  const words = splitSearchWords(search).slice(0, MAX_WORDS);
  if (words.join('').length < 2) return undefined;
  const located = blocks.map((block) => locate(index, block));
  const together = matchWords(index, located, words);
  const separate = [...new Set(words)];
  const isOver = together.count > 0 || separate.length === 1 || separate.length > MAX_SEPARATE_WORDS;
  return isOver ? together : matchSeparateWords(index, located, separate);
}

function matchWords(
  index: ColumnIndex,
  blocks: readonly LocatedBlock[],
  words: readonly string[],
): RowFacts & { readonly count: number } {
  const rows = emptyRows(index.rows);
  const letters = [...words.join('')];
  // Letters and digits only: nothing in it has a meaning of its own. A single one begins a word of nearly every fact.
  const pattern = new RegExp(` ${letters.join(' ?')}${letters.length === 1 ? '(?=[ \\n])' : ''}`, 'gu');
  let count = 0;
  for (const [place, block] of blocks.entries()) {
    for (const [fact, grade] of findFacts(block, pattern)) {
      const end = block.holderStarts[fact + 1] as number;
      for (let at = block.holderStarts[fact] as number; at < end; at++) {
        const row = block.rowOf[block.holders[at] as number] as number;
        if (row === NO_ROW) continue;
        const known = rows.grades[row] as number;
        if (known !== 0 && known <= grade) continue;
        if (known === 0) count += 1;
        rows.grades[row] = grade;
        rows.blocks[row] = place;
        rows.facts[row] = fact;
      }
    }
  }
  return { ...rows, count };
}

const emptyRows = (rows: number): RowFacts => ({
  grades: new Uint8Array(rows),
  blocks: new Uint16Array(rows),
  facts: new Uint32Array(rows),
});

/** Finds the facts whose value, or its end, has the words; of each the first place counts. */
function* findFacts({ words, wordStarts, valueStarts }: FactBlock, pattern: RegExp): Generator<[number, number]> {
  pattern.lastIndex = 0;
  let fact = 0;
  for (let found = pattern.exec(words); found; found = pattern.exec(words)) {
    const end = found.index + found[0].length;
    while ((wordStarts[fact + 1] as number) <= found.index) fact += 1;
    // In the key alone: "type" is in a fact of nearly every product.
    if (end <= (valueStarts[fact] as number)) continue;
    const next = words[end];
    yield [fact, next === '\n' ? WHOLE_END : next === ' ' ? WORD_END : INSIDE_A_WORD];
    pattern.lastIndex = wordStarts[fact + 1] as number;
  }
}

/** Grades the rows that have each word in a fact or in the title, and at least one in a fact: that of the rarest word is shown. */
function matchSeparateWords(index: ColumnIndex, blocks: readonly LocatedBlock[], words: readonly string[]): RowFacts {
  const rows = emptyRows(index.rows);
  const isLeft = new Uint8Array(index.rows).fill(1);
  const found: (RowFacts & { readonly count: number })[] = [];
  // A long word is in few products: most searches end with the first one.
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const facts = matchWords(index, blocks, [word]);
    const titles = findTitles(index, word);
    let left = 0;
    for (let row = 0; row < isLeft.length; row++) {
      if (isLeft[row] === 0) continue;
      if (facts.grades[row] !== 0 || titles?.[row] !== 0) left += 1;
      else isLeft[row] = 0;
    }
    if (left === 0) return rows;
    found.push(facts);
  }
  const rarestFirst = found.toSorted((a, b) => a.count - b.count);
  for (let row = 0; row < isLeft.length; row++) {
    const shown = isLeft[row] === 0 ? undefined : rarestFirst.find(({ grades }) => grades[row] !== 0);
    if (!shown) continue;
    rows.grades[row] = SEPARATE_WORDS;
    rows.blocks[row] = shown.blocks[row] as number;
    rows.facts[row] = shown.facts[row] as number;
  }
  return rows;
}

/** Stands for a product of a block that the index does not have, or has in a newer state. */
const NO_ROW = -1;

/** A block, with the rows of its products in its order. */
interface LocatedBlock extends FactBlock {
  readonly rowOf: Int32Array;
}

function locate(index: ColumnIndex, block: FactBlock): LocatedBlock {
  const seqOf = index.numbers('seq');
  const rowOf = new Int32Array(block.ids.length).map((_, holder) => {
    const row = index.findRow(block.ids[holder] as number);
    return row !== undefined && seqOf[row] === block.seqs[holder] ? row : NO_ROW;
  });
  return { ...block, rowOf };
}
