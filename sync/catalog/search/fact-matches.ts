import { splitSearchWords } from '#contract/text/search-fold.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { createTitleTest, listTitles } from '../query/select-rows.ts';
import { countFacts } from './fact-block.ts';
import type { FactBlock } from './fact-block.ts';

/** Grades of a fact: how well it matches a search, best first. Grade 0 means that it does not match. */
const WHOLE_END = 1;
const WORD_END = 2;
const INSIDE_A_WORD = 3;
const SEPARATE_WORDS = 4;
/** The maximum number of words of a search: later ones are ignored. */
const MAX_WORDS = 12;
/** A search of more words than this is only looked for as a whole: looking for its words one by one reads all facts once per word. */
const MAX_SEPARATE_WORDS = 6;

/** The rows that have a matching fact, and the best fact of each. */
export interface RowFacts {
  /** The rows, each once, in no order. */
  readonly found: readonly number[];
  /** By row: how well its best fact matches, and the number of that fact, as in `factOf`. */
  readonly grades: Uint8Array;
  readonly facts: Uint32Array;
}

/**
 * Grades the rows that have a fact with all searched words, one after the other; they must end inside the fact's value. The fact may have
 * the words joined or split, and the last word may be the beginning of a longer one. If no row has such a fact, each word may be in another
 * fact or in the title. Undefined for a search of fewer than two letters or digits: a single one is in most facts.
 */
export function matchFacts(index: ColumnIndex, blocks: readonly FactBlock[], search: string): RowFacts | undefined {
  const words = splitSearchWords(search).slice(0, MAX_WORDS);
  if (words.join('').length < 2) return undefined;
  const together = matchWords(index, blocks, words);
  const separate = [...new Set(words)];
  const isOver = together.found.length > 0 || separate.length === 1 || separate.length > MAX_SEPARATE_WORDS;
  return isOver ? together : matchSeparateWords(index, blocks, separate);
}

function matchWords(index: ColumnIndex, blocks: readonly FactBlock[], words: readonly string[]): RowFacts {
  const found: number[] = [];
  const grades = new Uint8Array(index.rows);
  const facts = new Uint32Array(index.rows);
  const letters = [...words.join('')];
  // Folded words need no escaping. A single letter or digit must be a whole word: it begins a word of nearly every fact.
  const pattern = new RegExp(` ${letters.join(' ?')}${letters.length === 1 ? '(?=[ \\n])' : ''}`, 'gu');
  let before = 0;
  for (const block of blocks) {
    const { holders, holderStarts } = block;
    const rowOf = findRows(index, block);
    walkFacts(block, pattern, (fact, grade) => {
      const end = holderStarts[fact + 1] as number;
      for (let at = holderStarts[fact] as number; at < end; at++) {
        const row = rowOf[holders[at] as number] as number;
        if (row === NO_ROW) continue;
        const known = grades[row] as number;
        if (known !== 0 && known <= grade) continue;
        if (known === 0) found.push(row);
        grades[row] = grade;
        facts[row] = before + fact;
      }
    });
    before += countFacts(block);
  }
  return { found, grades, facts };
}

/** Calls back for each fact in which the words end inside the value, with the grade of the first such place. */
function walkFacts(
  { words, wordStarts, valueStarts }: FactBlock,
  pattern: RegExp,
  onFact: (fact: number, grade: number) => void,
): void {
  pattern.lastIndex = 0;
  let fact = 0;
  for (let found = pattern.exec(words); found; found = pattern.exec(words)) {
    const end = found.index + found[0].length;
    while ((wordStarts[fact + 1] as number) <= found.index) fact += 1;
    // Words that are in the key alone do not count: nearly every product has a fact with the key "type".
    if (end <= (valueStarts[fact] as number)) continue;
    const next = words[end];
    onFact(fact, next === '\n' ? WHOLE_END : next === ' ' ? WORD_END : INSIDE_A_WORD);
    pattern.lastIndex = wordStarts[fact + 1] as number;
  }
}

/** Grades the rows that have each word in a fact or in the title, and at least one in a fact; the fact of the rarest word is shown. */
function matchSeparateWords(index: ColumnIndex, blocks: readonly FactBlock[], words: readonly string[]): RowFacts {
  const none: RowFacts = { found: [], grades: new Uint8Array(index.rows), facts: new Uint32Array(index.rows) };
  // A long word is in few products, if any: the other words are then looked for in the titles of a few rows only, or not at all.
  const [longest = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const first = matchWords(index, blocks, [longest]);
  let left: readonly number[] = [
    ...first.found,
    ...listTitles(index, longest).filter((row) => first.grades[row] === 0),
  ];
  const matched = [first];
  for (const word of others) {
    if (left.length === 0) return none;
    const match = matchWords(index, blocks, [word]);
    const isInTitle = createTitleTest(index, word);
    left = left.filter((row) => match.grades[row] !== 0 || isInTitle(row));
    matched.push(match);
  }
  const rarestFirst = matched.toSorted((a, b) => a.found.length - b.found.length);
  const found = left.filter((row) => matched.some(({ grades }) => grades[row] !== 0));
  for (const row of found) {
    none.grades[row] = SEPARATE_WORDS;
    none.facts[row] = rarestFirst.find(({ grades }) => grades[row] !== 0)?.facts[row] as number;
  }
  return { ...none, found };
}

/** Stands for a product of a block that the index does not have, or has in a newer state. */
const NO_ROW = -1;

/** For each block, the rows of its products in its order. Computed anew once the index has more rows: a changed product gets a new row. */
const knownRows = new WeakMap<
  FactBlock,
  { readonly index: ColumnIndex; readonly total: number; readonly rows: Int32Array }
>();

function findRows(index: ColumnIndex, block: FactBlock): Int32Array {
  const known = knownRows.get(block);
  if (known?.index === index && known.total === index.rows) return known.rows;
  const seqOf = index.numbers('seq');
  const rows = new Int32Array(block.ids.length).map((_, holder) => {
    const row = index.findRow(block.ids[holder] as number);
    return row !== undefined && seqOf[row] === block.seqs[holder] ? row : NO_ROW;
  });
  knownRows.set(block, { index, total: index.rows, rows });
  return rows;
}
