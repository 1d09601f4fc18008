import type { ColumnIndex } from '../index/column-index.ts';

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
