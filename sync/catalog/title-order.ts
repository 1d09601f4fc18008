import type { ColumnIndex } from './column-index.ts';

/** Compares the titles of two rows: key by code unit, then id. */
export function createTitleComparer(index: ColumnIndex): (a: number, b: number) => number {
  const { titleKeys, keyStarts } = index;
  const ids = index.numbers('id');
  return (a, b) => {
    let atA = keyStarts[a] as number;
    let atB = keyStarts[b] as number;
    const endA = (keyStarts[a + 1] as number) - 1;
    const endB = (keyStarts[b + 1] as number) - 1;
    const end = atA + Math.min(endA - atA, endB - atB);
    while (atA < end) {
      const difference = titleKeys.charCodeAt(atA++) - titleKeys.charCodeAt(atB++);
      if (difference !== 0) return difference;
    }
    return endA - atA - (endB - atB) || (ids[a] as number) - (ids[b] as number);
  };
}

/** All rows by title, merged from the runs that the blocks bring sorted. Dead rows stay in. */
export function mergeTitleRuns(index: ColumnIndex): Uint32Array {
  const compare = createTitleComparer(index);
  let runs = index.titleRuns.map(([start, end]) => [start, end] as const);
  const blockRows = runs.at(-1)?.[1] ?? 0;
  let from = Uint32Array.from({ length: blockRows }, (_, row) => row);
  let to = new Uint32Array(blockRows);
  while (runs.length > 1) {
    const merged: (readonly [number, number])[] = [];
    for (let index_ = 0; index_ < runs.length; index_ += 2) {
      const [start, middle] = runs[index_] as readonly [number, number];
      const end = runs[index_ + 1]?.[1] ?? middle;
      mergeInto(to, from, start, middle, end, compare);
      merged.push([start, end]);
    }
    runs = merged;
    [from, to] = [to, from];
  }
  return insertRows(index, from);
}

/** The order with the rows that came after it, each put at its place. */
export function insertRows(index: ColumnIndex, order: Uint32Array): Uint32Array {
  if (order.length === index.rows) return order;
  const compare = createTitleComparer(index);
  const added = Array.from({ length: index.rows - order.length }, (_, offset) => order.length + offset).sort(compare);
  const result = new Uint32Array(index.rows);
  let copied = 0;
  added.forEach((row, inserted) => {
    const place = findPlace(order, row, copied, compare);
    result.set(order.subarray(copied, place), copied + inserted);
    result[place + inserted] = row;
    copied = place;
  });
  result.set(order.subarray(copied), copied + added.length);
  return result;
}

function mergeInto(
  to: Uint32Array,
  from: Uint32Array,
  start: number,
  middle: number,
  end: number,
  compare: (a: number, b: number) => number,
): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takesLeft = right >= end || (left < middle && compare(from[left] as number, from[right] as number) <= 0);
    to[at] = (takesLeft ? from[left++] : from[right++]) as number;
  }
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
