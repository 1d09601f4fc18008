import type { ReadRow } from '#transfer/source-row.ts';
import { MAX_IMPORT_ROWS } from '#contract/limits.ts';

/** Maximum characters of one call: a character may have several bytes, and the server accepts 4 MB. */
const MAX_BATCH_CHARACTERS = 1_000_000;

/** Splits rows into batches within the server's limits of rows and bytes, in their order. */
export function planBatches(rows: readonly ReadRow[]): readonly (readonly ReadRow[])[] {
  const batches: ReadRow[][] = [];
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
