import type { FieldChange } from '#contract/products/admin-product.ts';

/** Where a row is in the file. */
export interface RowPlace {
  /** Number of the row, from 1. */
  readonly row: number;
  /** The line on which it begins, where the format has lines. */
  readonly line?: number;
}

/** A remark about a row, or about one of its cells. */
export interface RowRemark extends RowPlace {
  readonly field: string;
  readonly reason: string;
}

/** A product that a row changes. */
export interface ChangedRow extends RowPlace {
  readonly id: number;
  /** Its title before the change. */
  readonly title: string;
  readonly changes: readonly FieldChange[];
}

/** Numbers of imported and rejected rows; after a dry run, the numbers that the import is expected to have. */
export interface ImportReport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Rows without any value, which are skipped. */
  readonly blank: number;
  /** Number of rejected rows whose id belongs to a product with another title. */
  readonly foreignIds: number;
  readonly rejectedRows: readonly RowRemark[];
  /** Cells of imported rows that were left out or read as something else. */
  readonly notes: readonly RowRemark[];
  readonly changedRows: readonly ChangedRow[];
}

export const EMPTY_REPORT: ImportReport = {
  added: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  blank: 0,
  foreignIds: 0,
  rejectedRows: [],
  notes: [],
  changedRows: [],
};

/** Adds up the reports of two parts of a file. */
export const addReports = (a: ImportReport, b: ImportReport): ImportReport => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  rejected: a.rejected + b.rejected,
  blank: a.blank + b.blank,
  foreignIds: a.foreignIds + b.foreignIds,
  rejectedRows: merge(a.rejectedRows, b.rejectedRows),
  notes: merge(a.notes, b.notes),
  changedRows: merge(a.changedRows, b.changedRows),
});

const merge = <T extends RowPlace>(a: readonly T[], b: readonly T[]): readonly T[] =>
  [...a, ...b].toSorted((one, other) => one.row - other.row);
