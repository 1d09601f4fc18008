import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { toCsvLine } from '#contract/text/csv-cell.ts';
import type { RejectedRow } from './import-products.ts';
import { ImportError } from './import-error.ts';

/** Rejected rows that are printed. */
const MAX_SHOWN = 50;

/** Collects the first rejected rows for printing, and writes all of them to a CSV file if one is named. */
export interface RejectedRows {
  add(row: RejectedRow): void;
  /** Waits until the file is written. @throws ImportError when it is not complete */
  close(): Promise<void>;
  /** Returns one line per problem, and the number of rows that are not shown. */
  toLines(): readonly string[];
}

/** @throws ImportError when the file cannot be written */
export async function collectRejectedRows(errorsFile: string | undefined): Promise<RejectedRows> {
  const file = errorsFile === undefined ? undefined : await openErrorsFile(errorsFile);
  const shown: RejectedRow[] = [];
  let count = 0;
  return {
    add(row) {
      count += 1;
      if (shown.length < MAX_SHOWN) shown.push(row);
      for (const cells of toCells(row)) file?.write(toCsvLine(cells));
    },
    async close() {
      if (!file) return;
      file.end();
      await finished(file).catch((error: unknown) => {
        throw new ImportError(`The file ${errorsFile} for rejected rows could not be written: ${String(error)}.`);
      });
    },
    toLines() {
      const lines = shown.flatMap((row) => row.problems.map((problem) => toLine(row, problem)));
      const hidden = count - shown.length;
      if (hidden === 0) return lines;
      const where = errorsFile === undefined ? 'list them with --errors FILE' : `all are in ${errorsFile}`;
      return [...lines, `… and ${hidden} more rejected rows; ${where}`];
    },
  };
}

async function openErrorsFile(path: string) {
  const handle = await open(path, 'w').catch((error: unknown) => {
    throw new ImportError(`The file ${path} for rejected rows cannot be written: ${String(error)}.`);
  });
  const file = createWriteStream(path, { fd: handle });
  // Reported when it is closed; without a listener it would end the import in the middle.
  file.on('error', () => undefined);
  file.write('row,line,external_id,field,value,reason\r\n');
  return file;
}

const toCells = (row: RejectedRow): string[][] =>
  row.problems.map(({ field = '', value = '', reason }) => [
    String(row.row),
    String(row.line ?? ''),
    row.externalId ?? '',
    field,
    value,
    reason,
  ]);

function toLine(row: RejectedRow, { field, value, reason }: RejectedRow['problems'][number]): string {
  const position = row.line === undefined ? `row ${row.row}` : `row ${row.row} (line ${row.line})`;
  if (field === undefined) return `${position} ${reason}`;
  return `${position}: ${field}${value === undefined ? '' : ` ${JSON.stringify(value)}`} ${reason}`;
}
