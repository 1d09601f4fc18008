import type { ColumnIndex } from './column-index.ts';
import { createTitleComparer } from './title-order.ts';

export interface SelectFirstOptions {
  /** Most rows wanted. */
  readonly limit: number;
  /** One flag a category; all without. */
  readonly isWanted?: Uint8Array | undefined;
  /** What comes first, smallest first; ties, and everything without it, by title. */
  readonly rankOf?: ((row: number) => number) | undefined;
  /** Rows that may come at all. */
  readonly accepts?: ((row: number) => boolean) | undefined;
}

/**
 * The first rows by value, then title, then id. Every run of the blocks is sorted by title, so that each gives its best rows without a title
 * being compared; only those few are ordered among each other, and no order of all rows is needed.
 */
export function selectFirst(index: ColumnIndex, options: SelectFirstOptions): number[] {
  const { limit, isWanted, rankOf = () => 0, accepts } = options;
  const { categoryOf, isDead } = index;
  const wants = (row: number): boolean => isWanted?.[categoryOf[row] as number] !== 0;
  const candidates: number[] = [];
  for (const [start, end] of index.titleRuns) {
    if (!wants(start)) continue;
    const best: number[] = [];
    for (let row = start; row < end; row++) {
      if (isDead[row] === 1 || accepts?.(row) === false) continue;
      if (best.length === limit) {
        // Without a value nothing better can follow in a run that is sorted by title.
        if (!options.rankOf) break;
        if (rankOf(row) >= rankOf(best[limit - 1] as number)) continue;
        best.pop();
      }
      insertByValue(best, row, rankOf);
    }
    candidates.push(...best);
  }
  for (let row = index.blockRows; row < index.rows; row++) {
    if (isDead[row] === 0 && wants(row) && accepts?.(row) !== false) candidates.push(row);
  }
  const compareTitles = createTitleComparer(index);
  return candidates.sort((a, b) => rankOf(a) - rankOf(b) || compareTitles(a, b)).slice(0, limit);
}

/** Puts a row behind those whose value is not above its own. */
function insertByValue(rows: number[], row: number, rankOf: (row: number) => number): void {
  const value = rankOf(row);
  let place = rows.length;
  while (place > 0 && rankOf(rows[place - 1] as number) > value) place -= 1;
  rows.splice(place, 0, row);
}
