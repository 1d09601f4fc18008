import type { ImportResult } from '#contract/admin-product.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import type { CallResult } from '#sync/account/account-api.ts';
import { isValidRow, planBatches } from './plan-batches.ts';
import type { ValidRow } from './plan-batches.ts';
import type { CsvRow } from './read-product-csv.ts';

/** A row that is not imported. */
export interface RejectedRow {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

/** What became of rows, or would. */
export interface ImportReport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly refused: readonly RejectedRow[];
}

const NOTHING: ImportReport = { added: 0, changed: 0, unchanged: 0, rejected: 0, refused: [] };

export interface ImportOutcome {
  readonly report: ImportReport;
  /** How many rows the server has decided. */
  readonly done: number;
  /** Why it stopped before its end. */
  readonly stop: string | null;
}

export interface ImportRowsOptions {
  /** One call, with the place of its first row. Sent again from there, it has the same rows. */
  readonly send: (rows: readonly ValidRow['fields'][], start: number) => Promise<CallResult<readonly ImportResult[]>>;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** What the file itself says of its rows: those with too many or too few cells are nobody's to import. */
export function reportInvalid(rows: readonly CsvRow[], columns: number): ImportReport {
  const refused = rows
    .filter((row) => !isValidRow(row))
    .map(({ line, cells }) => ({ line, field: '', reason: adminTransferMessages.cells(cells, columns) }));
  return { ...NOTHING, rejected: refused.length, refused };
}

/** Sends rows call by call, and stops at the first that is not answered. */
export async function importRows(
  rows: readonly ValidRow[],
  { send, onProgress, signal }: ImportRowsOptions,
): Promise<ImportOutcome> {
  let report = NOTHING;
  let done = 0;
  for (const batch of planBatches(rows)) {
    if (signal.aborted) break;
    const answer = await send(
      batch.map(({ fields }) => fields),
      done,
    );
    if (!answer.ok) return { report, done, stop: describeStop(answer) };
    report = addReports(report, toReport(batch, answer.value));
    done += batch.length;
    onProgress(done);
  }
  return { report, done, stop: null };
}

export const addReports = (a: ImportReport, b: ImportReport): ImportReport => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  rejected: a.rejected + b.rejected,
  refused: [...a.refused, ...b.refused].toSorted((one, other) => one.line - other.line),
});

function toReport(batch: readonly ValidRow[], results: readonly ImportResult[]): ImportReport {
  const count = (wanted: ImportResult['outcome']): number => results.filter(({ outcome }) => outcome === wanted).length;
  const refused = results.flatMap(({ outcome, field = '', reason = '' }, index) =>
    outcome === 'rejected' ? [{ line: batch[index]?.line ?? 0, field, reason }] : [],
  );
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    rejected: refused.length,
    refused,
  };
}

const describeStop = (answer: Exclude<CallResult<unknown>, { ok: true }>): string =>
  answer.problem === 'rejected'
    ? adminTransferMessages.refused(answer.detail)
    : adminTransferMessages.callProblems[answer.problem];
