import type { FieldChange } from '#contract/products/admin-product.ts';
import { ImportError } from '#transfer/file-problems.ts';
import type { BlankRow, SourceRow } from '#transfer/source-row.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { RowRules } from '#api/catalog/products/row-rules.ts';
import type { ProductWrite, WriteResult } from '#api/catalog/products/product-writes.service.ts';
import { checkRow } from './check-row.ts';
import type { RowProblem } from './check-row.ts';

/** Rows of one transaction: enough to make commits cheap, few enough to let a running server write in between. */
const BATCH_ROWS = 1_000;

export interface ImportCounts {
  /** Rows that are not blank. */
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
  /** Rows without any value, which are skipped. */
  blank: number;
  /** Links to images of imported rows. */
  images: number;
  /** Rejected rows whose id is that of a product with another title. */
  foreignIds: number;
}

export interface ImportOutcome extends Readonly<ImportCounts> {
  /** Why the file could not be read to its end; the rows before the fault are imported. */
  readonly readError?: string;
}

/** A row with remarks: why it was not imported, or how its cells were read. */
export interface RemarkedRow {
  readonly row: number;
  readonly line?: number;
  readonly externalId?: string;
  readonly problems: readonly (Pick<RowProblem, 'reason'> & Partial<RowProblem>)[];
}

/** A product that a row changes. */
export interface ChangedRow {
  readonly row: number;
  readonly line?: number;
  readonly id: number;
  readonly title: string;
  readonly changes: readonly FieldChange[];
}

export interface ImportOptions {
  readonly rows: AsyncIterable<readonly SourceRow[]>;
  readonly offer: OfferKind;
  /** Whether the file's ids are those of the shop. */
  readonly idsMatch: boolean;
  /** Saves one batch in one transaction, with the links to the images of each row. */
  readonly save: (
    writes: readonly ProductWrite[],
    rules: RowRules,
    images: readonly (readonly string[])[],
  ) => Promise<readonly WriteResult[]>;
  readonly onRejected: (row: RemarkedRow) => void;
  /** Receives cells of imported rows that were left out or read as something else. */
  readonly onNoted: (row: RemarkedRow) => void;
  readonly onChanged: (row: ChangedRow) => void;
  readonly onProgress: (counts: Readonly<ImportCounts>) => void;
}

type FilledRow = Exclude<SourceRow, BlankRow>;

interface PendingRow {
  readonly source: FilledRow;
  readonly write: ProductWrite;
  readonly notes: readonly RowProblem[];
  readonly images: readonly string[];
}

/** Returns the counts of an import that has read nothing. */
export const startCounts = (): ImportCounts => ({
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  blank: 0,
  images: 0,
  foreignIds: 0,
});

/** Checks and saves all rows; a rejected row is reported and does not prevent the others. A product is written by one row only. */
export async function importProducts(options: ImportOptions): Promise<ImportOutcome> {
  const { rows, offer, idsMatch, save, onRejected, onNoted, onChanged, onProgress } = options;
  const counts = startCounts();
  const earlier = new Map<number, number>();
  let pending: PendingRow[] = [];

  const reject = (source: FilledRow, problems: RemarkedRow['problems']): void => {
    counts.rejected += 1;
    onRejected({ ...positionOf(source), problems });
  };

  const finish = ({ source, notes, images }: PendingRow, result: WriteResult): void => {
    if (result.outcome === 'rejected') {
      if (result.code === 'id-of-another') counts.foreignIds += 1;
      const { reason, ...rest } = withoutField(result);
      return reject(source, [
        { ...rest, reason: result.title === undefined ? reason : `${reason}: ${JSON.stringify(result.title)}` },
      ]);
    }
    counts[result.outcome] += 1;
    counts.images += images.length;
    earlier.set(result.id, source.row);
    if (notes.length > 0) onNoted({ ...positionOf(source), problems: notes });
    const { id, title = '', changes = [] } = result;
    if (result.outcome === 'changed') onChanged({ ...positionOf(source), id, title, changes });
  };

  const flush = async (): Promise<void> => {
    const batch = pending;
    pending = [];
    const rules = { rows: batch.map(({ source }) => source.row), earlier, idsMatch };
    const results =
      batch.length > 0
        ? await save(
            batch.map(({ write }) => write),
            rules,
            batch.map(({ images }) => images),
          )
        : [];
    for (const [index, row] of batch.entries()) {
      const result = results[index];
      if (result) finish(row, result);
    }
    onProgress(counts);
  };

  const take = (source: SourceRow): void => {
    if ('isBlank' in source) {
      counts.blank += 1;
      return;
    }
    counts.read += 1;
    if ('problem' in source) {
      const { field, problem: reason } = source;
      return reject(source, [{ ...(field !== undefined && { field }), reason }]);
    }
    const checked = checkRow(offer, source);
    if ('problems' in checked) return reject(source, checked.problems);
    const { write, images = [] } = checked;
    pending.push({ source, write, images, notes: [...(source.notes ?? []), ...checked.notes] });
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

function positionOf(source: FilledRow): Omit<RemarkedRow, 'problems'> {
  const externalId = 'fields' in source ? source.fields['external_id'] : undefined;
  return {
    row: source.row,
    ...(source.line === undefined ? {} : { line: source.line }),
    ...(externalId === undefined || externalId === null ? {} : { externalId: String(externalId) }),
  };
}

/** Removes the field's name from the beginning of a write's reason: import reports print it before the reason. */
export function withoutField({ field, reason }: { field?: string; reason: string }): RemarkedRow['problems'][number] {
  if (field === undefined) return { reason };
  return { field, reason: reason.startsWith(`${field} `) ? reason.slice(field.length + 1) : reason };
}
