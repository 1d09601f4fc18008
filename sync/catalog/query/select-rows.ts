import type { BrowseState } from '#contract/products/browse.ts';
import type { SortKey } from '#contract/shops.ts';
import { toByteText } from '#contract/text/byte-text.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { findWordStart } from '#contract/text/word-start.ts';
import { createPriceReader } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';

/** How well a row matches a search, best first; 0: not at all. */
const WHOLE_TITLE = 1;
const WORD_START = 2;
const CATEGORY = 3;
const INSIDE_A_WORD = 4;

/** Above every count of views that matters for an order. */
const MAX_VIEWS = 2 ** 29;

/** Grades the rows whose title contains the text, regardless of case; undefined if all do. */
export function findTitles(index: ColumnIndex, search: string): Uint8Array | undefined {
  const key = toTitleKey(search);
  const needle = toByteText(key);
  if (needle === '') return undefined;
  const matches = new Uint8Array(index.rows);
  const { text } = index.keys;
  const { categoryOf } = index;
  const isOfCategory = index.categories.map(({ category }) => findWordStart(toTitleKey(category), key) >= 0);
  walkTitles(index, needle, (row, at, start, end) => {
    if (at === start && at + needle.length === end) matches[row] = WHOLE_TITLE;
    else if (findWordStart(text, needle, at, end, start) >= 0) matches[row] = WORD_START;
    else matches[row] = isOfCategory[categoryOf[row] as number] === true ? CATEGORY : INSIDE_A_WORD;
  });
  return matches;
}

/** Lists the rows whose title contains the text, regardless of case, in their order. */
export function listTitles(index: ColumnIndex, search: string): number[] {
  const rows: number[] = [];
  walkTitles(index, toByteText(toTitleKey(search)), (row) => rows.push(row));
  return rows;
}

/** Tells whether the title of a row contains a text, regardless of case. */
export function createTitleTest({ keys: { text, starts } }: ColumnIndex, search: string): (row: number) => boolean {
  const needle = toByteText(toTitleKey(search));
  // Without its line feed.
  return (row) => text.slice(starts[row], (starts[row + 1] as number) - 1).includes(needle);
}

type OnTitle = (row: number, at: number, start: number, end: number) => void;

/** Calls back for each row whose key contains the text, with its first place and the ends of the key. */
function walkTitles({ keys: { text, starts } }: ColumnIndex, needle: string, onTitle: OnTitle): void {
  let row = 0;
  let at = needle.includes('\n') ? -1 : text.indexOf(needle);
  while (at >= 0) {
    while ((starts[row + 1] as number) <= at) row += 1;
    // Without its line feed.
    const end = (starts[row + 1] as number) - 1;
    onTitle(row, at, starts[row] as number, end);
    at = text.indexOf(needle, end);
  }
}

/** Grades the rows that a search finds: by title, or by id as found by another search. */
export function findSearched(index: ColumnIndex, search: string, ids: readonly number[]): Uint8Array | undefined {
  const matches = findTitles(index, search);
  for (const id of matches ? ids : []) {
    const row = index.findRow(id);
    if (row !== undefined && matches) matches[row] = WHOLE_TITLE;
  }
  return matches;
}

/** Rank of a found row in a search without a sort, smallest first: by how well it matches, then by views. */
export const createSearchRank =
  ({ viewCounts }: ColumnIndex, matches: Uint8Array): ((row: number) => number) =>
  (row) => {
    const grade = matches[row] as number;
    // Most rows are not found: those are behind every other one.
    return grade === 0
      ? Number.POSITIVE_INFINITY
      : grade * MAX_VIEWS - Math.min(viewCounts[row] as number, MAX_VIEWS - 1);
  };

export function selectCategories(index: ColumnIndex, state: BrowseState): Uint8Array {
  return Uint8Array.from(index.categories, ({ mainCategory, category }) =>
    Number(
      (state.mainCategory === null || state.mainCategory === mainCategory) &&
        (state.category === null || state.category === category),
    ),
  );
}

/** Reads the price of a row if a sort omits rows without one (specification, section 5); undefined otherwise. */
export const findRequiredPrice = (index: ColumnIndex, sort: SortKey | null): ((row: number) => number) | undefined =>
  index.offer === 'openBox' && (sort === 'priceAsc' || sort === 'priceDesc') ? createPriceReader(index) : undefined;

/** Counts the products of some categories that are accepted, or all of theirs. `isWanted`: one flag per category. */
export function countRows(
  index: ColumnIndex,
  isWanted: Uint8Array,
  accepts?: ((row: number) => boolean) | undefined,
): number {
  if (!accepts && isWanted.every((flag) => flag === 1)) return index.count;
  const { categoryOf, isDead, blockRows, rows } = index;
  const wants = (row: number): boolean => isWanted[categoryOf[row] as number] === 1;
  let count = 0;
  // Rows of a run have one category, so that others are passed over as a whole.
  for (const [start, end] of index.titleRuns) {
    if (!wants(start)) continue;
    for (let row = start; row < end; row++) if (isDead[row] === 0 && accepts?.(row) !== false) count += 1;
  }
  for (let row = blockRows; row < rows; row++)
    if (isDead[row] === 0 && wants(row) && accepts?.(row) !== false) count += 1;
  return count;
}
