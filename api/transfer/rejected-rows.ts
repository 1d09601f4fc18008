import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { toCsvLine } from '#transfer/csv-cell.ts';
import { IMAGES_COLUMN } from '#transfer/image-links.ts';
import type { FailedImage } from './import-images.ts';
import type { RemarkedRow } from './import-products.ts';
import { ImportError } from '#transfer/file-problems.ts';
import { remarkLines, RowLines } from './row-lines.ts';

/** Collects the first rejected rows for printing, and writes all of them to a CSV file if one is named. */
export interface RejectedRows {
  add(row: RemarkedRow): void;
  /** Writes an image that could not be imported to the file only; it is not printed. */
  addImage(image: FailedImage): void;
  /** Waits until the file is written. @throws ImportError when it is not complete */
  close(): Promise<void>;
  /** Returns one line per problem, and the number of rows that are not shown. */
  toLines(): readonly string[];
}

/** Starts to collect rejected rows. @throws ImportError when `errorsFile` cannot be written */
export async function collectRejectedRows(errorsFile: string | undefined): Promise<RejectedRows> {
  const file = errorsFile === undefined ? undefined : await openErrorsFile(errorsFile);
  const lines = new RowLines<RemarkedRow>(remarkLines);
  return {
    add(row) {
      lines.add(row);
      for (const cells of toCells(row)) file?.write(toCsvLine(cells));
    },
    addImage({ product, name, reason }) {
      file?.write(toCsvLine(['', '', product, IMAGES_COLUMN, name, reason]));
    },
    async close() {
      if (!file) return;
      file.end();
      await finished(file).catch((error: unknown) => {
        throw new ImportError(`The file ${errorsFile} for rejected rows could not be written: ${String(error)}.`);
      });
    },
    toLines() {
      const where = errorsFile === undefined ? 'list them with --errors FILE' : `all are in ${errorsFile}`;
      return lines.toLines(`rejected rows; ${where}`);
    },
  };
}

async function openErrorsFile(path: string) {
  const handle = await open(path, 'w').catch((error: unknown) => {
    throw new ImportError(`The file ${path} for rejected rows cannot be written: ${String(error)}.`);
  });
  const file = createWriteStream(path, { fd: handle });
  // `close` reports an error of the file; without a listener, the error would end the import in the middle.
  file.on('error', () => undefined);
  file.write('row,line,external_id,field,value,reason\r\n');
  return file;
}

const toCells = (row: RemarkedRow): string[][] =>
  row.problems.map(({ field = '', value = '', reason }) => [
    String(row.row),
    String(row.line ?? ''),
    row.externalId ?? '',
    field,
    value,
    reason,
  ]);
