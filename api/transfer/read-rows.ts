import { ImportError } from './import-error.ts';
import { readCsv } from './read-csv.ts';
import { readJsonArray } from './read-json-array.ts';
import { readJsonLines } from './read-json-lines.ts';
import type { SourceRow } from './source-row.ts';

/** A file's format, detected by its first character: an array, an object per line, or anything else, which is CSV. */
export type SourceFormat = 'json-array' | 'json-lines' | 'csv';

export interface SourceRows {
  readonly format: SourceFormat;
  /** In batches, so that memory does not grow with the file. @throws ImportError at a fault, after yielding the rows before it */
  readonly rows: AsyncIterable<readonly SourceRow[]>;
}

/**
 * Begins to read a CSV, JSON or JSON lines file; `onHeader` receives the columns of CSV before its first row.
 * @throws ImportError when the file is empty or not text
 */
export async function openRows(
  bytes: AsyncIterable<Buffer>,
  onHeader: (columns: readonly string[]) => void = () => undefined,
): Promise<SourceRows> {
  const chunks = decode(bytes);
  const head = await readHead(chunks);
  const format = detectFormat(head);
  return { format, rows: READERS[format](prepend(head, chunks), onHeader) };
}

const READERS = {
  'json-array': readJsonArray,
  'json-lines': readJsonLines,
  csv: readCsv,
} as const satisfies Record<SourceFormat, unknown>;

async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  // Drops a byte order mark; invalid bytes become U+FFFD, which the check of the row reports.
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
  return undefined;
}

/** Reads up to the first character that is not white space. */
async function readHead(chunks: AsyncGenerator<string, undefined>): Promise<string> {
  let head = '';
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) throw new ImportError('The file is empty.');
    head = head.trim() === '' ? value : head + value;
    if (head.includes('\u0000')) throw new ImportError('The file is not text in UTF-8.');
    if (head.trim() !== '') return head;
  }
}

function detectFormat(head: string): SourceFormat {
  const first = head.trimStart()[0];
  if (first === '[') return 'json-array';
  return first === '{' ? 'json-lines' : 'csv';
}

async function* prepend(head: string, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* chunks;
}
