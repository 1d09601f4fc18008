import type { ImportResult } from '#contract/products/admin-product.ts';
import { ImportError } from '#transfer/file-problems.ts';
import type { ReadRow } from '#transfer/source-row.ts';
import { startCounts } from './import-products.ts';
import type { ImportOptions, ImportOutcome } from './import-products.ts';

/** Rows of one transaction. */
const BATCH_ROWS = 500;

interface OldAddressesOptions extends Pick<ImportOptions, 'rows' | 'onRejected' | 'onProgress'> {
  /** Saves one batch in one transaction. */
  readonly save: (rows: readonly ReadRow['fields'][]) => Promise<readonly ImportResult[]>;
}

/** Imports the rows of a list of old addresses; a rejected row is reported and does not prevent the others. */
export async function importOldAddresses(options: OldAddressesOptions): Promise<ImportOutcome> {
  const { rows, save, onRejected, onProgress } = options;
  const counts = startCounts();
  let pending: ReadRow[] = [];

  const reject = ({ row, line }: Pick<ReadRow, 'row' | 'line'>, field: string | undefined, reason: string): void => {
    counts.rejected += 1;
    onRejected({
      row,
      ...(line !== undefined && { line }),
      problems: [{ ...(field !== undefined && { field }), reason }],
    });
  };

  const flush = async (): Promise<void> => {
    const batch = pending;
    pending = [];
    const results = batch.length > 0 ? await save(batch.map(({ fields }) => fields)) : [];
    for (const [index, row] of batch.entries()) {
      const { outcome = 'rejected', field, reason = '' } = results[index] ?? {};
      if (outcome === 'rejected') reject(row, field, reason);
      else counts[outcome] += 1;
    }
    onProgress(counts);
  };

  try {
    for await (const batch of rows) {
      for (const row of batch) {
        if ('isBlank' in row) {
          counts.blank += 1;
          continue;
        }
        counts.read += 1;
        if ('problem' in row) reject(row, row.field, row.problem);
        else pending.push(row);
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
