import type { BrowseState } from '#contract/products/browse.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { splitSearchWords } from '#contract/text/search-fold.ts';
import { createSortValue } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { findOfferFilters } from '../query/offer-filters.ts';
import { selectFirst } from '../query/query-catalog.ts';
import { createTitleTest, findRequiredPrice, selectCategories } from '../query/select-rows.ts';
import { findRuns, listRuns } from './joined-words.ts';
import type { RunHits, SearchedRun } from './joined-words.ts';
import { createTypoMeter, typosAllowed } from './typo-distance.ts';
import { createWordIndex, toLetters } from './word-index.ts';
import type { WordIndex } from './word-index.ts';

/** Words of a search that are considered; more are never typed, and each costs a pass over all words. */
const MAX_WORDS = 12;
/** Costs of a match of a searched word: per typo, and for a mere prefix of a title's word, so that it ranks after a whole word. */
const TYPO_COST = 2;
const BEGINNING_COST = 1;
const TOO_FAR = 255;
/** Cost of a title in which a searched word has no counterpart. */
const NO_MATCH = 0xffff;

/** Finds titles close to a search. Caches the words of one shop's titles. */
export class CloseMatches {
  #known: { index: ColumnIndex; words: WordIndex } | undefined;

  /**
   * Finds products of the list whose titles contain every searched word, but not the search as typed. The words are folded and may be in
   * any order; each may be a prefix, have typos, be split or be joined with its neighbors. The closest products come first, equally close
   * ones in the order of the list.
   */
  find(index: ColumnIndex, state: BrowseState): readonly WireCard[] {
    const searched = splitSearchWords(state.search).slice(0, MAX_WORDS);
    if (searched.length === 0) return [];
    const isExact = createTitleTest(index, state.search);
    const costs = this.#costRows(index, searched);
    const isWanted = selectCategories(index, state);
    const requiredPrice = findRequiredPrice(index, state.sort);
    const filters = findOfferFilters(index, state);
    const rankOf = state.sort === null ? undefined : createSortValue(index, state.sort);
    const isClose = (row: number): boolean =>
      requiredPrice?.(row) !== 0 && filters?.passes(row) !== false && !isExact(row);
    const rows: number[] = [];
    for (const cost of [...new Set(costs)].sort((a, b) => a - b)) {
      const limit = PAGE_SIZE - rows.length;
      if (limit === 0 || cost === NO_MATCH) break;
      const accepts = (row: number): boolean => costs[row] === cost && isClose(row);
      rows.push(...selectFirst(index, { limit, isWanted, rankOf, accepts }));
    }
    return rows.map((row) => index.getCard(row));
  }

  #costRows(index: ColumnIndex, searched: readonly string[]): Uint16Array {
    if (this.#known?.index !== index || this.#known.words.rows !== index.rows) {
      this.#known = { index, words: createWordIndex(index) };
    }
    const { words } = this.#known;
    const { starts, wordsOfRows } = words;
    const costs = new Uint16Array(words.rows);
    const joined = findRuns(words, listRuns(searched));
    for (const word of new Set(searched)) {
      const costOfWord = costWords(words, word);
      const costOfRow = costJoined(words.rows, word, joined);
      for (let row = 0; row < words.rows; row++) {
        if (costs[row] === NO_MATCH) continue;
        let best = costOfRow[row] as number;
        const end = starts[row + 1] as number;
        for (let at = starts[row] as number; at < end; at++) {
          const cost = costOfWord[wordsOfRows[at] as number] as number;
          if (cost < best) best = cost;
        }
        costs[row] = best === TOO_FAR ? NO_MATCH : (costs[row] as number) + best;
      }
    }
    return costs;
  }
}

/** The cost of a searched word in each row whose title has it joined with its neighbors, or split. */
function costJoined(rows: number, word: string, hits: ReadonlyMap<SearchedRun, RunHits>): Uint8Array {
  const costs = new Uint8Array(rows).fill(TOO_FAR);
  for (const [{ words }, found] of hits) {
    if (!words.includes(word)) continue;
    // Only the last word of a run can end inside a word of the title.
    const isPartial = words.indexOf(word) === words.length - 1;
    for (const [hit, row] of found.rows.entries()) {
      const cost = isPartial ? (found.partial[hit] as number) * BEGINNING_COST : 0;
      if (cost < (costs[row] as number)) costs[row] = cost;
    }
  }
  return costs;
}

function costWords({ words, letters }: WordIndex, searched: string): Uint8Array {
  const typos = typosAllowed(searched);
  const measure = createTypoMeter(searched);
  const searchedLetters = toLetters(searched);
  const costs = new Uint8Array(words.length).fill(TOO_FAR);
  for (let number = 0; number < costs.length; number++) {
    if (countBits(searchedLetters & ~(letters[number] as number)) > typos) continue;
    const word = words[number] as string;
    if (word.startsWith(searched)) {
      costs[number] = word.length === searched.length ? 0 : BEGINNING_COST;
    } else if (typos > 0 && word.length >= searched.length - typos) {
      const { whole, beginning } = measure(word, typos);
      if (whole <= typos) costs[number] = whole * TYPO_COST;
      else if (beginning <= typos) costs[number] = beginning * TYPO_COST + BEGINNING_COST;
    }
  }
  return costs;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
