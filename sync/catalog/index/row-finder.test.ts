import { describe, expect, it } from 'vitest';
import { createRowFinder } from './row-finder.ts';

describe('[CAT1] rows by id', () => {
  it.each([
    ['dense ids, in a table', [3, 1, 7, 2], 8],
    ['far ids, sorted', [4_000_000_000, 1, 7, 900_000], 8],
  ])('%s', (_name, ids, unused) => {
    // A column has spare rows at its end.
    const column = Uint32Array.from([...ids, 0, unused]);
    const finder = createRowFinder(column, ids.length);
    expect(ids.map((id) => finder.find(id))).toEqual([0, 1, 2, 3]);
    for (const id of [0, 4, unused, 5_000, 4_294_967_295]) expect(finder.find(id)).toBeUndefined();
    expect(finder.columns.reduce((sum, { length }) => sum + length, 0)).toBe(8);
  });

  it('finds nothing among no rows', () => {
    expect(createRowFinder(new Uint32Array(4), 0).find(0)).toBeUndefined();
  });
});
