import type { ImportResult } from '#contract/admin-product.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import type { CallResult } from '#sync/account/account-api.ts';
import { isValidRow, planBatches } from './plan-batches.ts';
import type { ValidRow } from './plan-batches.ts';
import type { CsvRow } from './read-product-csv.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';

/** A row that is not imported. */
export interface RejectedRow {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

/** Numbers of imported and rejected rows; of a dry run, the expected ones. */
export interface ImportReport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly rejectedRows: readonly RejectedRow[];
}

const EMPTY_REPORT: ImportReport = { added: 0, changed: 0, unchanged: 0, rejected: 0, rejectedRows: [] };

/** How far an import came. */
export interface ImportProgress {
  readonly report: ImportReport;
  /** Number of rows processed by the server. */
  readonly done: number;
  /** Why the import stopped before its end; null when complete or cancelled. */
  readonly stopReason: string | null;
}

export interface ImportRowsOptions {
  /** Sends one batch that starts at row `start`. A retry from there sends the same rows. */
  readonly send: (rows: readonly ValidRow['fields'][], start: number) => Promise<CallResult<readonly ImportResult[]>>;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** Reports the rows that cannot be imported because their number of cells is wrong. */
export function reportInvalid(rows: readonly CsvRow[], columns: number): ImportReport {
  const rejectedRows = rows
    .filter((row) => !isValidRow(row))
    .map(({ line, cells }) => ({ line, field: '', reason: adminTransferMessages.cells(cells, columns) }));
  return { ...EMPTY_REPORT, rejected: rejectedRows.length, rejectedRows };
}

/** Sends rows batch by batch and stops at the first failed call. */
export async function importRows(
  rows: readonly ValidRow[],
  { send, onProgress, signal }: ImportRowsOptions,
): Promise<ImportProgress> {
  let report = EMPTY_REPORT;
  let done = 0;
  for (const batch of planBatches(rows)) {
    if (signal.aborted) break;
    const result = await send(
      batch.map(({ fields }) => fields),
      done,
    );
    if (!result.ok) return { report, done, stopReason: describeFailure(result) };
    report = addReports(report, toReport(batch, result.value));
    done += batch.length;
    onProgress(done);
  }
  return { report, done, stopReason: null };
}

export const addReports = (a: ImportReport, b: ImportReport): ImportReport => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  rejected: a.rejected + b.rejected,
  rejectedRows: [...a.rejectedRows, ...b.rejectedRows].toSorted((one, other) => one.line - other.line),
});

function toReport(batch: readonly ValidRow[], results: readonly ImportResult[]): ImportReport {
  const count = (wanted: ImportResult['outcome']): number => results.filter(({ outcome }) => outcome === wanted).length;
  const rejectedRows = results.flatMap(({ outcome, field = '', reason = '' }, index) =>
    outcome === 'rejected' ? [{ line: batch[index]?.line ?? 0, field, reason: fieldProblem(reason) }] : [],
  );
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    rejected: rejectedRows.length,
    rejectedRows,
  };
}

const describeFailure = (failure: Exclude<CallResult<unknown>, { ok: true }>): string =>
  failure.problem === 'rejected'
    ? adminTransferMessages.refused(failure.detail)
    : adminTransferMessages.callProblems[failure.problem];
