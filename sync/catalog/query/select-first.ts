import { compareByCodePoint, toTitleKey } from '#contract/text/title-key.ts';
import type { ColumnIndex } from '../index/column-index.ts';

export interface SelectFirstOptions {
  /** Maximum number of rows. */
  readonly limit: number;
  /** One flag per category; all if missing. */
  readonly isWanted?: Uint8Array | undefined;
  /** Rank of a row, smallest first; ties, and everything without ranks, by title. */
  readonly rankOf?: ((row: number) => number) | undefined;
  /** Whether a row may be selected. */
  readonly accepts?: ((row: number) => boolean) | undefined;
}

/**
 * Selects the first rows by rank, then title, then id. Every run of the blocks is sorted by title, so each yields its best rows without
 * comparing titles; only those few are sorted, and neither a full order nor the keys of all titles are needed.
 */
export function selectFirst(index: ColumnIndex, options: SelectFirstOptions): number[] {
  const { limit, isWanted, rankOf = () => 0, accepts } = options;
  const { categoryOf, isDead } = index;
  const wants = (row: number): boolean => isWanted?.[categoryOf[row] as number] !== 0;
  const candidates: number[] = [];
  for (const [start, end] of index.titleRuns) {
    if (!wants(start)) continue;
    const best: number[] = [];
    const ranks: number[] = [];
    for (let row = start; row < end; row++) {
      if (isDead[row] === 1 || accepts?.(row) === false) continue;
      const rank = rankOf(row);
      if (best.length === limit) {
        // Without ranks, no better row can follow in a run sorted by title.
        if (!options.rankOf) break;
        if (rank >= (ranks[limit - 1] as number)) continue;
        best.pop();
        ranks.pop();
      }
      // After those of the same rank: their titles come first.
      let place = ranks.length;
      while (place > 0 && (ranks[place - 1] as number) > rank) place -= 1;
      best.splice(place, 0, row);
      ranks.splice(place, 0, rank);
    }
    candidates.push(...best);
  }
  for (let row = index.blockRows; row < index.rows; row++) {
    if (isDead[row] === 0 && wants(row) && accepts?.(row) !== false) candidates.push(row);
  }
  return sortRows(index, candidates, rankOf).slice(0, limit);
}

/** Sorts rows by rank, then title, then id. */
export function sortRows(
  index: ColumnIndex,
  rows: readonly number[],
  rankOf: (row: number) => number = () => 0,
): number[] {
  const ids = index.numbers('id');
  return rows
    .map((row) => ({ row, rank: rankOf(row), key: toTitleKey(index.getTitle(row)), id: ids[row] as number }))
    .sort((a, b) => a.rank - b.rank || compareByCodePoint(a.key, b.key) || a.id - b.id)
    .map(({ row }) => row);
}
