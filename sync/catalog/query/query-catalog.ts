import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { SortKey } from '#contract/shops.ts';
import type { CatalogPage } from '../../api/engine-api.ts';
import { createSortValue } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { countRows, createSearchRank, findRequiredPrice, findSearched, selectCategories } from './select-rows.ts';
import { findOfferFilters } from './offer-filters.ts';
import { compareByCodePoint, toTitleKey } from '#contract/text/title-key.ts';

/** The page of cards for a browse state, and the number of matches. `byBarcode`: products that the search means by their barcode. */
export function queryCatalog(
  index: ColumnIndex,
  state: BrowseState,
  byBarcode: readonly number[] = [],
): Omit<CatalogPage, 'source'> {
  const isWanted = selectCategories(index, state);
  const matches = findSearched(index, state.search, byBarcode);
  const accepts = acceptRows(index, state, matches);
  const total = countRows(index, isWanted, accepts);
  const first = (state.page - 1) * PAGE_SIZE;
  const end = Math.min(first + PAGE_SIZE, total);
  if (first >= end) return { total, cards: [] };
  const rankOf = findRank(index, state.sort, matches);
  const rows = selectFirst(index, { limit: end, isWanted, rankOf, accepts }).slice(first);
  return { total, cards: rows.map((row) => index.getCard(row)) };
}

/** The order of a list before that by title: the chosen sort, else the best matches of a search first. */
function findRank(
  index: ColumnIndex,
  sort: SortKey | null,
  matches: Uint8Array | undefined,
): ((row: number) => number) | undefined {
  if (sort !== null) return createSortValue(index, sort);
  return matches && createSearchRank(index, matches);
}

/** Tells whether a row is in a list, apart from its category; undefined if all rows are. */
function acceptRows(
  index: ColumnIndex,
  state: BrowseState,
  matches: Uint8Array | undefined,
): ((row: number) => boolean) | undefined {
  const requiredPrice = findRequiredPrice(index, state.sort);
  const filters = findOfferFilters(index, state);
  if (!requiredPrice && !filters) return matches && ((row) => matches[row] !== 0);
  return (row) => matches?.[row] !== 0 && requiredPrice?.(row) !== 0 && filters?.passes(row) !== false;
}

/** While the index has no title keys yet, up to this many rows are sorted by keys of their own; making all keys would take longer. */
const FEW_ROWS = 4_096;
/** Rows of a run that are collected beside its best before the worst are dropped: sorting often but few beats the opposite. */
const SPARE_ROWS = 64;

export interface SelectFirstOptions {
  readonly limit: number;
  /** One flag per category; all if missing. */
  readonly isWanted?: Uint8Array | undefined;
  /** Rank of a row, a whole number below 2^32, smallest first; ties, and everything without ranks, by title. */
  readonly rankOf?: ((row: number) => number) | undefined;
  /** Whether a row may be selected. */
  readonly accepts?: ((row: number) => boolean) | undefined;
}

/**
 * Selects the first rows by rank, then title, then id. Every run of the blocks is sorted by title, so each yields its best rows without
 * comparing titles; only those few are sorted, and neither a full order nor the keys of all titles are needed.
 */
export function selectFirst(index: ColumnIndex, options: SelectFirstOptions): number[] {
  const { limit, isWanted, rankOf, accepts } = options;
  const { categoryOf, isDead } = index;
  const wants = (row: number): boolean => isWanted?.[categoryOf[row] as number] !== 0;
  let candidates: number[] = [];
  /** The last of enough rows: what follows it in the order has no place. */
  let last: number | undefined;
  for (const [start, end] of index.titleRuns) {
    if (!wants(start)) continue;
    const length = end - start;
    // Rank and place in the run share one double: sorting typed numbers needs no comparator.
    const best = new Float64Array(Math.min(rankOf ? limit + Math.max(limit, SPARE_ROWS) : limit, length));
    let count = 0;
    let worst =
      last === undefined
        ? Number.POSITIVE_INFINITY
        : (rankOf?.(last) ?? 0) * length + countBefore(index, start, end, last);
    for (let row = start; row < end; row++) {
      const key = rankOf ? rankOf(row) * length + row - start : row - start;
      // Most rows are too far behind to be looked at any further.
      if (key >= worst || isDead[row] === 1 || accepts?.(row) === false) continue;
      best[count++] = key;
      if (count < best.length) continue;
      // Without ranks, no better row can follow in a run sorted by title.
      if (!rankOf) break;
      best.sort();
      count = Math.min(limit, count);
      worst = best[count - 1] as number;
    }
    const sorted = best.subarray(0, count).sort().subarray(0, limit);
    for (const key of sorted) candidates.push(start + key - Math.floor(key / length) * length);
    if (candidates.length < (last === undefined ? limit : 2 * limit)) continue;
    candidates = sortRows(index, candidates, rankOf).slice(0, limit);
    last = candidates.at(-1);
  }
  for (let row = index.blockRows; row < index.rows; row++) {
    if (isDead[row] === 0 && wants(row) && accepts?.(row) !== false) candidates.push(row);
  }
  return sortRows(index, candidates, rankOf).slice(0, limit);
}

/** Counts the rows of a sorted run whose title, then id, is before that of a row elsewhere. */
function countBefore(index: ColumnIndex, start: number, end: number, row: number): number {
  const compare = index.hasKeys ? createTitleComparer(index) : createKeyComparer(index);
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(middle, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low - start;
}

/** Compares rows as `createTitleComparer` does, for a few rows of an index without keys. */
function createKeyComparer(index: ColumnIndex): (a: number, b: number) => number {
  const ids = index.numbers('id');
  const keyOf = (row: number): string => toTitleKey(index.getTitle(row));
  return (a, b) => compareByCodePoint(keyOf(a), keyOf(b)) || (ids[a] as number) - (ids[b] as number);
}

function sortRows(index: ColumnIndex, rows: readonly number[], rankOf: (row: number) => number = () => 0): number[] {
  if (index.hasKeys || rows.length > FEW_ROWS) {
    const compareTitles = createTitleComparer(index);
    return rows.toSorted((a, b) => rankOf(a) - rankOf(b) || compareTitles(a, b));
  }
  const ids = index.numbers('id');
  return rows
    .map((row) => ({ row, rank: rankOf(row), key: toTitleKey(index.getTitle(row)), id: ids[row] as number }))
    .sort((a, b) => a.rank - b.rank || compareByCodePoint(a.key, b.key) || a.id - b.id)
    .map(({ row }) => row);
}

/** Compares the titles of two rows as `compareByCodePoint` does with their keys, then the ids. */
export function createTitleComparer(index: ColumnIndex): (a: number, b: number) => number {
  const { text, starts } = index.keys;
  const ids = index.numbers('id');
  return (a, b) => {
    let atA = starts[a] as number;
    let atB = starts[b] as number;
    const endA = (starts[a + 1] as number) - 1;
    const endB = (starts[b + 1] as number) - 1;
    const end = atA + Math.min(endA - atA, endB - atB);
    while (atA < end) {
      const unitA = text.charCodeAt(atA++);
      const unitB = text.charCodeAt(atB++);
      if (unitA !== unitB) return unitA - unitB;
    }
    return endA - atA - (endB - atB) || (ids[a] as number) - (ids[b] as number);
  };
}
