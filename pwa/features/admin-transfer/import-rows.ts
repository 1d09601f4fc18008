import type { importProducts } from '#contract/http/admin-products.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { CellRemark, ImportResult } from '#contract/products/admin-product.ts';
import { FIELD_LIMITS } from '#contract/text/field-problems.ts';
import type { ReadRow, SourceRow } from '#transfer/source-row.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';
import type { CallResult } from '#sync/api/calls.ts';
import { addReports, EMPTY_REPORT } from './import-report.ts';
import type { ImportReport, RowRemark } from './import-report.ts';
import type { KeyLedger } from './key-ledger.ts';
import { planBatches } from './plan-batches.ts';

/** Progress of an import. */
export interface ImportProgress {
  readonly report: ImportReport;
  /** Number of processed rows, including those that repeat an earlier one and are not sent. */
  readonly done: number;
  /** Why the import stopped before its end; null when complete or canceled. */
  readonly stopReason: string | null;
}

export interface ImportRowsOptions {
  /** Sends one batch that starts at row `start`. A retry from the same `start` sends the same rows. */
  readonly send: (
    rows: readonly ReadRow['fields'][],
    start: number,
  ) => Promise<CallResult<EndpointReply<typeof importProducts>>>;
  /** Keys of the rows that the server has accepted in earlier calls. */
  readonly keys: KeyLedger;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

export const isReadRow = (row: SourceRow): row is ReadRow => 'fields' in row;

/** Reports the rows that are not sent: blank ones, and those that the reader rejects. */
export function reportUnsent(rows: readonly SourceRow[]): ImportReport {
  const rejectedRows = rows.flatMap((row) =>
    'problem' in row ? [{ ...placeOf(row), field: row.field ?? '', reason: fieldProblem(row.problem) }] : [],
  );
  const blank = rows.filter((row) => 'isBlank' in row).length;
  return { ...EMPTY_REPORT, blank, rejected: rejectedRows.length, rejectedRows };
}

/** Sends rows batch by batch and stops at the first failed call. */
export async function importRows(
  rows: readonly ReadRow[],
  { send, keys, onProgress, signal }: ImportRowsOptions,
): Promise<ImportProgress> {
  let report = EMPTY_REPORT;
  let done = 0;
  for (const batch of planBatches(rows)) {
    if (signal.aborted) break;
    const repeats = batch.filter(({ fields }) => keys.findRow(fields) !== undefined);
    const rest = batch.filter((row) => !repeats.includes(row));
    const fields = rest.map((row) => row.fields);
    const result = fields.length > 0 ? await send(fields, done) : ({ ok: true, value: { results: [] } } as const);
    if (!result.ok) return { report, done, stopReason: describeFailure(result) };
    const { results } = result.value;
    report = [reportRepeats(repeats, keys), reportResults(rest, results)].reduce(addReports, report);
    for (const [index, row] of rest.entries()) {
      const outcome = results[index];
      if (outcome && outcome.outcome !== 'rejected') keys.claim(row, outcome);
    }
    done += batch.length;
    onProgress(done);
  }
  return { report, done, stopReason: null };
}

function reportRepeats(repeats: readonly ReadRow[], keys: KeyLedger): ImportReport {
  const rejectedRows = repeats.map((row) => repeatOf(row, keys.findRow(row.fields) ?? 0));
  return { ...EMPTY_REPORT, rejected: repeats.length, rejectedRows };
}

const repeatOf = (row: ReadRow, earlier: number): RowRemark => ({
  ...placeOf(row),
  field: '',
  reason: fieldProblem(FIELD_LIMITS.repeats(earlier)),
});

function reportResults(batch: readonly ReadRow[], results: readonly ImportResult[]): ImportReport {
  return batch.map((row, index) => reportRow(row, results[index], batch)).reduce(addReports, EMPTY_REPORT);
}

function reportRow(row: ReadRow, result: ImportResult | undefined, batch: readonly ReadRow[]): ImportReport {
  if (!result) return EMPTY_REPORT;
  const { outcome, id = 0, title = '', changes = [], notes = [], repeats } = result;
  const place = placeOf(row);
  const toRemark = ({ field = '', reason }: CellRemark): RowRemark => ({
    ...place,
    field,
    reason: title === '' ? fieldProblem(reason) : `${fieldProblem(reason)}: “${title}”`,
  });
  if (outcome !== 'rejected') {
    const changedRows = outcome === 'changed' && changes.length > 0 ? [{ ...place, id, title, changes }] : [];
    const remarks = [...(row.notes ?? []), ...notes].map(({ field = '', reason }) => ({
      ...place,
      field,
      reason: fieldProblem(reason),
    }));
    return { ...EMPTY_REPORT, [outcome]: 1, changedRows, notes: remarks };
  }
  const { field, reason = '', problems = [{ ...(field !== undefined && { field }), reason }] } = result;
  const rejectedRows =
    repeats === undefined ? problems.map(toRemark) : [repeatOf(row, batch[repeats - 1]?.row ?? repeats)];
  return { ...EMPTY_REPORT, rejected: 1, rejectedRows, foreignIds: title === '' ? 0 : 1 };
}

const placeOf = ({ row, line }: SourceRow): Pick<RowRemark, 'row' | 'line'> => ({
  row,
  ...(line !== undefined && { line }),
});

const describeFailure = (failure: Exclude<CallResult<unknown>, { ok: true }>): string =>
  failure.problem === 'rejected'
    ? adminTransferMessages.rejected(failure.detail)
    : adminTransferMessages.callProblems[failure.problem];
