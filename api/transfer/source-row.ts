interface RowPosition {
  /** Number of the data row, from 1. */
  readonly row: number;
  /** Line of the file on which the row begins, where the format has lines. */
  readonly line?: number;
}

/** A row as it stands in the file, unchecked. */
export interface ReadRow extends RowPosition {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A row that is there but makes no sense as one; the rows after it do. */
export interface UnreadableRow extends RowPosition {
  readonly problem: string;
}

export type SourceRow = ReadRow | UnreadableRow;

/** Longest row of a file, in characters: what does not end by then is not a row, and must not fill the memory. */
export const MAX_ROW_LENGTH = 1_000_000;
