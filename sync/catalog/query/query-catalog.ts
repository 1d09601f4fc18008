import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { CatalogPage } from '../../api/engine-api.ts';
import { createSortValue } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { countRows, createSearchRank, findRequiredPrice, findSearched, selectCategories } from './select-rows.ts';
import { findOfferFilters } from './offer-filters.ts';
import { compareByCodePoint, toTitleKey } from '#contract/text/title-key.ts';

/**
 * Returns the page of cards for a browse state, and the number of matches. `byBarcode`: ids of products that the search finds by barcode.
 */
export function queryCatalog(
  index: ColumnIndex,
  state: BrowseState,
  byBarcode: readonly number[] = [],
): Omit<CatalogPage, 'source'> {
  const found = findSearched(index, state.search, byBarcode);
  const listed = found && keepListed(index, state, found);
  const isWanted = selectCategories(index, state);
  const accepts = acceptRows(index, state);
  const total = listed ? listed.length : countRows(index, isWanted, accepts);
  const first = (state.page - 1) * PAGE_SIZE;
  const end = Math.min(first + PAGE_SIZE, total);
  if (first >= end) return { total, cards: [] };
  const rankOf = findRank(index, state, byBarcode);
  const rows = selectFirst(index, { limit: end, isWanted, rankOf, accepts, listed });
  return { total, cards: rows.slice(first).map((row) => index.getCard(row)) };
}

/** Returns the rank that orders a list: by the chosen sort, or in a search without a sort by the best match. Undefined: by title only. */
function findRank(index: ColumnIndex, { sort, search }: BrowseState, byBarcode: readonly number[]): RankOf | undefined {
  if (sort !== null) return createSortValue(index, sort);
  return search === '' ? undefined : createSearchRank(index, search, byBarcode);
}

/** Keeps the rows of a search that belong to the list of a browse state. */
export function keepListed(index: ColumnIndex, state: BrowseState, rows: readonly number[]): readonly number[] {
  const { categoryOf, isDead } = index;
  const isWanted = selectCategories(index, state);
  const accepts = acceptRows(index, state);
  if (!accepts && index.deadRows === 0 && isWanted.every((flag) => flag === 1)) return rows;
  return rows.filter(
    (row) => isDead[row] === 0 && isWanted[categoryOf[row] as number] === 1 && accepts?.(row) !== false,
  );
}

/**
 * Returns a test of what a list requires of a row besides category and search: a price, and the filters. Undefined if it requires neither.
 */
function acceptRows(index: ColumnIndex, state: BrowseState): ((row: number) => boolean) | undefined {
  const requiredPrice = findRequiredPrice(index, state.sort);
  const filters = findOfferFilters(index, state);
  if (!requiredPrice && !filters) return undefined;
  return (row) => requiredPrice?.(row) !== 0 && filters?.passes(row) !== false;
}

/**
 * While the index has no title keys, up to this many rows are sorted by keys made for these rows only: making the keys of all rows takes
 * longer.
 */
const FEW_ROWS = 4_096;
/**
 * At least this many rows of a run are collected beyond the limit before the worst are dropped: many small sorts are faster than one large
 * sort.
 */
const SPARE_ROWS = 64;

/**
 * Returns the rank of a row: a whole number, smallest first. For a rank of `limit` or more, it may return any number of `limit` or more.
 */
export type RankOf = (row: number, limit?: number) => number;

export interface SelectFirstOptions {
  readonly limit: number;
  /** One flag per category: 0 for an unwanted one. If missing, all are wanted. */
  readonly isWanted?: Uint8Array | undefined;
  /** Ties, and everything without ranks, are ordered by title. */
  readonly rankOf?: RankOf | undefined;
  /** Whether a row may be selected. */
  readonly accepts?: ((row: number) => boolean) | undefined;
  /** The rows that a search has found for the list, in ascending order. If given, no other rows are considered. */
  readonly listed?: readonly number[] | undefined;
}

/**
 * Selects the first rows by rank, then title, then id. Every run of the blocks is sorted by title, so each yields its best rows without
 * comparing titles; only those few are sorted, and neither a full order nor the keys of all titles are needed.
 */
export function selectFirst(index: ColumnIndex, options: SelectFirstOptions): number[] {
  const { limit, isWanted, rankOf, accepts, listed } = options;
  const { categoryOf, isDead } = index;
  const wants = (row: number): boolean => isWanted?.[categoryOf[row] as number] !== 0;
  let candidates: number[] = [];
  /** The last of the best `limit` rows so far: rows that come after it in the order are not needed. */
  let last: number | undefined;
  const rowAt = (place: number): number => (listed ? (listed[place] as number) : place);
  let next = 0;
  for (const [start, end] of index.titleRuns) {
    const length = end - start;
    const from = next;
    next = listed ? findPlace(listed, from, end) : end;
    if (next === from || !wants(start)) continue;
    // Rank and place in the run share one double: sorting typed numbers needs no comparator.
    const best = new Float64Array(Math.min(rankOf ? limit + Math.max(limit, SPARE_ROWS) : limit, next - from));
    let count = 0;
    let worst =
      last === undefined
        ? Number.POSITIVE_INFINITY
        : (rankOf?.(last) ?? 0) * length + countBefore(index, start, end, last);
    for (let place = from; place < next; place++) {
      const row = rowAt(place);
      const key = rankOf ? rankOf(row, worst / length) * length + row - start : row - start;
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
  const size = listed?.length ?? index.rows;
  for (let place = next; place < size; place++) {
    const row = rowAt(place);
    if (isDead[row] === 0 && wants(row) && accepts?.(row) !== false) candidates.push(row);
  }
  return sortRows(index, candidates, rankOf).slice(0, limit);
}

/** Finds the place of the first row that is not before `end`; the rows are in ascending order. */
function findPlace(rows: readonly number[], from: number, end: number): number {
  let place = from;
  while (place < rows.length && (rows[place] as number) < end) place += 1;
  return place;
}

/** Counts the rows of a sorted run that come before `row`, a row of another run, by title and then id. */
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
  const byTitle = index.hasKeys || rows.length > FEW_ROWS ? createTitleComparer(index) : undefined;
  const ids = index.numbers('id');
  // Ranks and keys are made once for each row, not with each comparison.
  return rows
    .map((row) => ({ row, rank: rankOf(row), key: byTitle ? '' : toTitleKey(index.getTitle(row)) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        (byTitle?.(a.row, b.row) ??
          (compareByCodePoint(a.key, b.key) || (ids[a.row] as number) - (ids[b.row] as number))),
    )
    .map(({ row }) => row);
}

/** Returns a comparer of two rows: by title key, with the same result as `compareByCodePoint`, then by id. */
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
