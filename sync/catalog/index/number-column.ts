import type { CardColumns } from '#contract/blocks/cards-block.ts';

/** Whole numbers from 0, one for each row, as narrow as the highest of them allows. */
export type NumberColumn = Uint8Array | Uint16Array | Uint32Array;

/** Creates a column of zeros that can hold numbers up to `highest`. */
export function createNumberColumn(highest: number, capacity: number): NumberColumn {
  if (highest <= 0xff) return new Uint8Array(capacity);
  return highest <= 0xffff ? new Uint16Array(capacity) : new Uint32Array(capacity);
}

export const highestOf = (values: ArrayLike<number>): number => {
  let highest = 0;
  for (let row = 0; row < values.length; row++) if ((values[row] as number) > highest) highest = values[row] as number;
  return highest;
};

/** Reads a column of blocks by its wire name. A block of an older server may lack a newer column: its rows read 0. */
export function readNumberColumn(name: string, blocks: readonly CardColumns[], capacity: number): NumberColumn {
  const highest = blocks.reduce((most, { numbers }) => Math.max(most, highestOf(numbers[name] ?? [])), 0);
  const column = createNumberColumn(highest, capacity);
  let row = 0;
  for (const block of blocks) {
    const values = block.numbers[name];
    if (values) column.set(values, row);
    row += block.rows;
  }
  return column;
}

/** Returns the column with more rows. */
export function enlarge<Column extends NumberColumn>(column: Column, capacity: number): Column {
  const larger = new (column.constructor as new (length: number) => Column)(capacity);
  larger.set(column);
  return larger;
}

/** Sets a row's number and returns the column, or a wider copy if the number is too large for it. */
export function setNumber(column: NumberColumn, row: number, value: number): NumberColumn {
  let target = column;
  if (value >= 2 ** (8 * column.BYTES_PER_ELEMENT)) {
    target = createNumberColumn(value, column.length);
    target.set(column);
  }
  target[row] = value;
  return target;
}
