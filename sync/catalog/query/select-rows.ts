import type { BrowseState } from '#contract/products/browse.ts';
import type { SortKey } from '#contract/shops.ts';
import { toByteText } from '#contract/text/byte-text.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { findWordStart } from '#contract/text/word-start.ts';
import { createPriceReader } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';

/** How well a title matches a search, best first. */
const WHOLE_TITLE = 1;
const WORD_START = 2;
const CATEGORY = 3;
const INSIDE_A_WORD = 4;

/** View counts from this one on rank equally. */
const MAX_VIEWS = 2 ** 29;

/** Lists the rows whose title contains the text, regardless of case, in ascending order. Includes dead rows. */
export function listTitles(index: ColumnIndex, search: string): number[] {
  const rows: number[] = [];
  walkTitles(index, toByteText(toTitleKey(search)), (row) => rows.push(row));
  return rows;
}

/** Returns a test whether the title of a row contains a text, regardless of case. */
export function createTitleTest({ keys: { text, starts } }: ColumnIndex, search: string): (row: number) => boolean {
  const needle = toByteText(toTitleKey(search));
  // The key is compared without the line feed that ends it.
  return (row) => text.slice(starts[row], (starts[row + 1] as number) - 1).includes(needle);
}

/** Calls back for each row whose key contains the text. */
function walkTitles({ keys: { text, starts } }: ColumnIndex, needle: string, onTitle: (row: number) => void): void {
  let row = 0;
  let at = needle.includes('\n') ? -1 : text.indexOf(needle);
  while (at >= 0) {
    while ((starts[row + 1] as number) <= at) row += 1;
    onTitle(row);
    // The search continues from the row's line feed.
    at = text.indexOf(needle, (starts[row + 1] as number) - 1);
  }
}

/** Lists the rows that a search finds by title, together with those of `ids`, in ascending order. Undefined without a search. */
export function findSearched(index: ColumnIndex, search: string, ids: readonly number[]): number[] | undefined {
  if (search === '') return undefined;
  const byTitle = listTitles(index, search);
  if (ids.length === 0) return byTitle;
  const byId = ids.flatMap((id) => index.findRow(id) ?? []);
  return [...new Set([...byTitle, ...byId])].sort((a, b) => a - b);
}

/** Returns the rank of a match, smallest first: by `grade`, of which 1 is the best, then by views, most first. */
export const rankMatch = (grade: number, views: number): number => grade * MAX_VIEWS - Math.min(views, MAX_VIEWS - 1);

/**
 * Returns the function that ranks the rows of `findSearched` in a search without a sort. For a rank of `limit` or more, it may return any
 * number of `limit` or more: most rows have so few views that even a good match would not help, so their titles need not be read.
 */
export function createSearchRank(
  index: ColumnIndex,
  search: string,
  ids: readonly number[],
): (row: number, limit?: number) => number {
  const key = toTitleKey(search);
  const needle = toByteText(key);
  const { text, starts } = index.keys;
  const { categoryOf, viewCounts } = index;
  const byId = new Set(ids.map((id) => index.findRow(id)));
  const isOfCategory = index.categories.map(({ category }) => findWordStart(toTitleKey(category), key) >= 0);
  return (row, limit = 2 ** 32) => {
    const views = viewCounts[row] as number;
    const start = starts[row] as number;
    // The end of the key, without its line feed.
    const end = (starts[row + 1] as number) - 1;
    if (end - start === needle.length || byId.has(row)) return rankMatch(WHOLE_TITLE, views);
    const best = rankMatch(WORD_START, views);
    if (best >= limit || findWordStart(text, needle, start, end) >= 0) return best;
    return rankMatch(isOfCategory[categoryOf[row] as number] === true ? CATEGORY : INSIDE_A_WORD, views);
  };
}

export function selectCategories(index: ColumnIndex, state: BrowseState): Uint8Array {
  return Uint8Array.from(index.categories, ({ mainCategory, category }) =>
    Number(
      (state.mainCategory === null || state.mainCategory === mainCategory) &&
        (state.category === null || state.category === category),
    ),
  );
}

/** Returns a reader of prices if the sort omits rows without a price (specification, section 5); undefined otherwise. */
export const findRequiredPrice = (index: ColumnIndex, sort: SortKey | null): ((row: number) => number) | undefined =>
  index.offer === 'openBox' && (sort === 'priceAsc' || sort === 'priceDesc') ? createPriceReader(index) : undefined;

/** Counts the products of the wanted categories that `accepts` accepts; without it, all of them. `isWanted`: one flag per category. */
export function countRows(
  index: ColumnIndex,
  isWanted: Uint8Array,
  accepts?: ((row: number) => boolean) | undefined,
): number {
  if (!accepts && isWanted.every((flag) => flag === 1)) return index.count;
  const { categoryOf, isDead, blockRows, rows } = index;
  const wants = (row: number): boolean => isWanted[categoryOf[row] as number] === 1;
  let count = 0;
  // All rows of a run have one category, so runs of other categories are skipped as a whole.
  for (const [start, end] of index.titleRuns) {
    if (!wants(start)) continue;
    for (let row = start; row < end; row++) if (isDead[row] === 0 && accepts?.(row) !== false) count += 1;
  }
  for (let row = blockRows; row < rows; row++)
    if (isDead[row] === 0 && wants(row) && accepts?.(row) !== false) count += 1;
  return count;
}
