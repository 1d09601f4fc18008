import type { ColumnIndex } from './column-index.ts';

/** Rows merged in one step: about a millisecond. */
const ROWS_PER_STEP = 4_096;

/** Compares the titles of two rows as `compareByCodePoint` does with their keys, then the ids. */
function createTitleComparer(index: ColumnIndex): (a: number, b: number) => number {
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

/** Which rows an order may leave out. */
export interface WantedRows {
  /** One flag per category. */
  readonly isWanted: Uint8Array;
  /** One flag per row; all if missing. */
  readonly matches?: Uint8Array | undefined;
}

/** Rows by title, merged from the sorted runs of the blocks. A single category needs no merge. Includes dead rows. */
export function mergeTitleRuns(index: ColumnIndex, wanted?: WantedRows): Uint32Array {
  const steps = mergeInSteps(index, wanted);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** As `mergeTitleRuns`, in short steps, between which queries can be answered. Void once the index has changed. */
export function* mergeInSteps(index: ColumnIndex, wanted?: WantedRows): Generator<void, Uint32Array> {
  const isInCategory = (row: number): boolean => wanted?.isWanted[index.categoryOf[row] as number] !== 0;
  const matches = wanted?.matches;
  const chosen = index.titleRuns.filter(([start]) => isInCategory(start));
  const rows = chosen.reduce((sum, [start, end]) => sum + end - start, 0);
  const added: number[] = [];
  for (let row = index.blockRows; row < index.rows; row++)
    if (isInCategory(row) && matches?.[row] !== 0) added.push(row);
  let from = new Uint32Array(rows);
  let to = new Uint32Array(rows);
  let runs: (readonly [start: number, end: number])[] = [];
  let filled = 0;
  for (const [start, end] of chosen) {
    const first = filled;
    for (let row = start; row < end; row++) if (matches?.[row] !== 0) from[filled++] = row;
    if (filled > first) runs.push([first, filled]);
  }
  from = from.subarray(0, filled);
  to = to.subarray(0, filled);
  if (runs.length < 2 && added.length === 0) return from;
  const compare = createTitleComparer(index);
  while (runs.length > 1) {
    const merged: (readonly [number, number])[] = [];
    for (let pair = 0; pair < runs.length; pair += 2) {
      const [start, middle] = runs[pair] as readonly [number, number];
      const end = runs[pair + 1]?.[1] ?? middle;
      const merge = { to, from, left: start, right: middle, middle, end, at: start };
      while (mergeSome(merge, compare)) yield;
      merged.push([start, end]);
    }
    runs = merged;
    [from, to] = [to, from];
  }
  return insertRows(index, from, added);
}

/** Inserts rows into an order. */
export function insertRows(index: ColumnIndex, order: Uint32Array, added: readonly number[]): Uint32Array {
  if (added.length === 0) return order;
  const compare = createTitleComparer(index);
  const result = new Uint32Array(order.length + added.length);
  let copied = 0;
  added.toSorted(compare).forEach((row, inserted) => {
    const place = findPlace(order, row, copied, compare);
    result.set(order.subarray(copied, place), copied + inserted);
    result[place + inserted] = row;
    copied = place;
  });
  result.set(order.subarray(copied), copied + added.length);
  return result;
}

/** Two neighbouring runs of `from`, of which the rows before `at` have been merged into `to`. */
interface Merge {
  readonly to: Uint32Array;
  readonly from: Uint32Array;
  readonly middle: number;
  readonly end: number;
  left: number;
  right: number;
  at: number;
}

/** Merges up to `ROWS_PER_STEP` rows. Returns whether more are left. */
function mergeSome(merge: Merge, compare: (a: number, b: number) => number): boolean {
  const { to, from, middle, end } = merge;
  let { left, right } = merge;
  const stop = Math.min(end, merge.at + ROWS_PER_STEP);
  for (let at = merge.at; at < stop; at++) {
    const takesLeft = right >= end || (left < middle && compare(from[left] as number, from[right] as number) <= 0);
    to[at] = (takesLeft ? from[left++] : from[right++]) as number;
  }
  Object.assign(merge, { left, right, at: stop });
  return stop < end;
}

function findPlace(order: Uint32Array, row: number, from: number, compare: (a: number, b: number) => number): number {
  let low = from;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(order[middle] as number, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
