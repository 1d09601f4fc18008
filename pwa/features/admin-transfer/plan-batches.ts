import { MAX_IMPORT_ROWS } from '#contract/limits.ts';
import type { CsvRow } from './read-product-csv.ts';

/** A row that can be sent. */
export type ValidRow = CsvRow & { readonly fields: NonNullable<CsvRow['fields']> };

export const isValidRow = (row: CsvRow): row is ValidRow => row.fields !== null;

/** Characters of one call at most: each may become several bytes, and the server takes 4 MB. */
const MAX_BATCH_CHARACTERS = 1_000_000;

/** Rows in their order as the calls that carry them: as many as the server takes at once, of rows and of bytes. */
export function planBatches(rows: readonly ValidRow[]): readonly (readonly ValidRow[])[] {
  const batches: ValidRow[][] = [];
  let length = 0;
  for (const row of rows) {
    const last = batches.at(-1);
    const ownLength = JSON.stringify(row.fields).length;
    if (last && last.length < MAX_IMPORT_ROWS && length + ownLength <= MAX_BATCH_CHARACTERS) {
      last.push(row);
      length += ownLength;
    } else {
      batches.push([row]);
      length = ownLength;
    }
  }
  return batches;
}
