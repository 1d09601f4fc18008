interface RowPosition {
  /** Number of the data row, from 1. */
  readonly row: number;
  /** Line of the file on which the row begins, where the format has lines. */
  readonly line?: number;
}

/** A row of the file, not validated. */
export interface ReadRow extends RowPosition {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A row that cannot be read, while the rows after it can. */
export interface UnreadableRow extends RowPosition {
  readonly problem: string;
}

export type SourceRow = ReadRow | UnreadableRow;

/** Longest row of a file, in characters: longer text is not a row, and must not fill the memory. */
export const MAX_ROW_LENGTH = 1_000_000;
