import type { OfferKind } from '#contract/shops.ts';
import type { ProductWrite, WriteResult } from '#api/catalog/products/product-writes.service.ts';
import { checkRow } from './check-row.ts';
import type { RowProblem } from './check-row.ts';
import { ImportError } from './import-error.ts';
import type { SourceRow } from './source-row.ts';

/** Rows of one transaction: enough to make commits cheap, few enough to let a running server write in between. */
const BATCH_ROWS = 1_000;

export interface ImportCounts {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
}

export interface ImportOutcome extends Readonly<ImportCounts> {
  /** Why the file could not be read to its end; the rows before the fault are imported. */
  readonly readError?: string;
}

/** A row that was not imported, with all of its problems. */
export interface RejectedRow {
  readonly row: number;
  readonly line?: number;
  readonly externalId?: string;
  readonly problems: readonly (Pick<RowProblem, 'reason'> & Partial<RowProblem>)[];
}

export interface ImportOptions {
  readonly rows: AsyncIterable<readonly SourceRow[]>;
  readonly offer: OfferKind;
  /** Saves one batch in one transaction. */
  readonly save: (writes: readonly ProductWrite[]) => Promise<readonly WriteResult[]>;
  readonly onRejected: (row: RejectedRow) => void;
  readonly onProgress: (counts: Readonly<ImportCounts>) => void;
}

interface PendingRow {
  readonly source: SourceRow;
  readonly write: ProductWrite;
}

/** Checks and saves all rows; a rejected row is reported and does not prevent the others. */
export async function importProducts(options: ImportOptions): Promise<ImportOutcome> {
  const { rows, offer, save, onRejected, onProgress } = options;
  const counts: ImportCounts = { read: 0, added: 0, changed: 0, unchanged: 0, rejected: 0 };
  let pending: PendingRow[] = [];

  const reject = (source: SourceRow, problems: RejectedRow['problems']): void => {
    counts.rejected += 1;
    onRejected({ ...positionOf(source), problems });
  };

  const flush = async (): Promise<void> => {
    const batch = pending;
    pending = [];
    const results = batch.length > 0 ? await save(batch.map(({ write }) => write)) : [];
    for (const [index, result] of results.entries()) {
      const row = batch[index];
      if (result.outcome !== 'rejected') counts[result.outcome] += 1;
      else if (row) reject(row.source, [withoutField(result)]);
    }
    onProgress(counts);
  };

  const take = (source: SourceRow): void => {
    counts.read += 1;
    if ('problem' in source) return reject(source, [{ reason: source.problem }]);
    const checked = checkRow(offer, source);
    if ('problems' in checked) return reject(source, checked.problems);
    pending.push({ source, write: checked.write });
  };

  try {
    for await (const batch of rows) {
      for (const source of batch) {
        take(source);
        if (pending.length >= BATCH_ROWS) await flush();
      }
    }
    await flush();
    return counts;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    await flush();
    return { ...counts, readError: error.message };
  }
}

function positionOf(source: SourceRow): Omit<RejectedRow, 'problems'> {
  const externalId = 'fields' in source ? source.fields['external_id'] : undefined;
  return {
    row: source.row,
    ...(source.line === undefined ? {} : { line: source.line }),
    ...(typeof externalId === 'string' ? { externalId } : {}),
  };
}

/** Removes the field's name from the beginning of a write's reason: import reports print it before the reason. */
export function withoutField({ field, reason }: { field?: string; reason: string }): RejectedRow['problems'][number] {
  if (field === undefined) return { reason };
  return { field, reason: reason.startsWith(`${field} `) ? reason.slice(field.length + 1) : reason };
}
