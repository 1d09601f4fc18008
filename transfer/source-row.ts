interface RowPosition {
  /** Number of the data row, from 1. */
  readonly row: number;
  /** Line of the file on which the row begins, where the format has lines. */
  readonly line?: number;
}

/** A value of a cell: text in CSV, any of these in JSON. */
export type Cell = string | number | boolean | null;

/** A note on a cell whose value could not be taken as it is. */
export interface CellNote {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

/** A row of the file, not validated; its columns are named in small letters. */
export interface ReadRow extends RowPosition {
  readonly fields: Readonly<Record<string, Cell>>;
  /** Notes on cells that an earlier step has read as something else. */
  readonly notes?: readonly CellNote[];
}

/** A row that cannot be read, while the rows after it can. */
export interface UnreadableRow extends RowPosition {
  readonly problem: string;
  /** The column that causes the problem, if a single column does. */
  readonly field?: string;
}

/** A row without any value, as spreadsheets leave at the end of a file. */
export interface BlankRow extends RowPosition {
  readonly isBlank: true;
}

/** An object of JSON or a product of XML, as it was read. */
export interface RawRow extends RowPosition {
  readonly members: Readonly<Record<string, unknown>>;
}

export type SourceRow = ReadRow | UnreadableRow | BlankRow;

/** Longest row of a file, in characters: longer text is not a row, and must not fill the memory. */
export const MAX_ROW_LENGTH = 1_000_000;

/** Returns a column's name as products have it: `Main Category ` is `main_category`. */
export const toColumnName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_');

/** Returns the first name that equals an earlier one; blank names do not count. */
export const findRepeatedName = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return names.find((name) => name !== '' && (seen.has(name) || !seen.add(name)));
};
