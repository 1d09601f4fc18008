import { expect, test } from 'vitest';
import { createNumberColumn, enlarge, highestOf, setNumber } from './number-column.ts';

test.for([
  [0, 1],
  [255, 1],
  [256, 2],
  [65_535, 2],
  [65_536, 4],
  [4_294_967_295, 4],
] as const)('numbers up to %i take %i bytes each', ([highest, bytes]) => {
  expect(createNumberColumn(highest, 3).byteLength).toBe(3 * bytes);
});

test('a number that is too large for its column makes it wider, with all others', () => {
  let column = createNumberColumn(7, 3);
  column = setNumber(column, 0, 255);
  expect(column.BYTES_PER_ELEMENT).toBe(1);
  column = setNumber(column, 1, 256);
  expect([column.BYTES_PER_ELEMENT, ...column]).toEqual([2, 255, 256, 0]);
  column = setNumber(enlarge(column, 4), 3, 4_294_967_295);
  expect([column.BYTES_PER_ELEMENT, ...column]).toEqual([4, 255, 256, 0, 4_294_967_295]);
  expect(highestOf(column)).toBe(4_294_967_295);
});
