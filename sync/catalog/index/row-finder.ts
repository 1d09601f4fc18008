import { highestOf } from './number-column.ts';
import type { NumberColumn } from './number-column.ts';

/** Ids up to this many times the number of rows are looked up in a table, which needs one walk over the rows; for larger ids, the rows are sorted. */
const TABLE_FACTOR = 4;

export interface RowFinder {
  find(id: number): number | undefined;
  readonly columns: readonly Uint32Array[];
}

/** Creates a finder for the first `rows` rows of a column of ids. */
export function createRowFinder(idOf: NumberColumn, rows: number): RowFinder {
  const highest = highestOf(idOf.subarray(0, rows));
  return highest <= rows * TABLE_FACTOR ? tabulate(idOf, rows, highest) : sort(idOf, rows);
}

function tabulate(idOf: NumberColumn, rows: number, highest: number): RowFinder {
  // One more than the row: 0 is an id without a row.
  const placeOf = new Uint32Array(highest + 1);
  for (let row = 0; row < rows; row++) placeOf[idOf[row] as number] = row + 1;
  return { find: (id) => (placeOf[id] ? placeOf[id] - 1 : undefined), columns: [placeOf] };
}

/** Sorts the rows by id. Id and row share one double, because sorting typed numbers needs no comparator. */
function sort(idOf: NumberColumn, rows: number): RowFinder {
  const keys = new Float64Array(rows);
  for (let row = 0; row < rows; row++) keys[row] = (idOf[row] as number) * rows + row;
  keys.sort();
  const ids = new Uint32Array(rows);
  const rowOf = new Uint32Array(rows);
  for (let place = 0; place < rows; place++) {
    const id = Math.floor((keys[place] as number) / rows);
    ids[place] = id;
    rowOf[place] = (keys[place] as number) - id * rows;
  }
  const find = (id: number): number | undefined => {
    let low = 0;
    let high = rows - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = ids[middle] as number;
      if (found === id) return rowOf[middle];
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
  return { find, columns: [ids, rowOf] };
}
