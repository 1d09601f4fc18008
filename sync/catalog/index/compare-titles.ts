import type { ColumnIndex } from './column-index.ts';

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
