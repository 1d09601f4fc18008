import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { findRepeatedName, toColumnName } from './source-row.ts';
import { fileError } from './file-problems.ts';
import { parseCsvAtOnce } from './parse-csv-at-once.ts';
import { readCsv } from './read-csv.ts';
import type { OnHeader, OpenCsvParser } from './read-csv.ts';
import { readJsonArray, readJsonLines } from './read-json.ts';
import { readXml } from './read-xml.ts';
import type { Cell, RawRow, SourceRow, UnreadableRow } from './source-row.ts';

/** A file's format, detected by its first character: an array, an object per line, a feed, or anything else, which is CSV. */
export type SourceFormat = 'json-array' | 'json-lines' | 'xml' | 'csv';

export interface SourceRows {
  readonly format: SourceFormat;
  /** In batches, so that memory does not grow with the file. @throws ImportError at a fault, after yielding the rows before it */
  readonly rows: AsyncIterable<readonly SourceRow[]>;
}

interface OpenRowsOptions {
  /** Servers pass a parser that reads CSV as it arrives, so that memory does not grow with the file. */
  readonly openCsvParser?: OpenCsvParser;
  readonly onHeader?: OnHeader;
}

/**
 * Begins to read a CSV, JSON, JSON lines or XML file: the one reader of the command and of the page.
 * @throws ImportError when the file is empty or not text
 */
export async function openRows(
  bytes: AsyncIterable<Uint8Array>,
  { openCsvParser = parseCsvAtOnce, onHeader = () => undefined }: OpenRowsOptions = {},
): Promise<SourceRows> {
  const chunks = decode(bytes);
  const head = await readHead(chunks);
  const format = detectFormat(head);
  const text = prepend(head, chunks);
  if (format === 'csv') return { format, rows: readCsv(text, onHeader, openCsvParser) };
  if (format === 'xml') return { format, rows: toRows(readXml(text)) };
  return { format, rows: toRows(format === 'json-array' ? readJsonArray(text) : readJsonLines(text)) };
}

/** Makes rows of objects: their names become column names, as in CSV, and each value must be a `Cell`. */
async function* toRows(batches: AsyncIterable<readonly (RawRow | UnreadableRow)[]>): AsyncGenerator<SourceRow[]> {
  for await (const batch of batches) yield batch.map((raw) => ('members' in raw ? toRow(raw) : raw));
}

function toRow({ members, ...position }: RawRow): SourceRow {
  const cells: [string, Cell][] = [];
  for (const [name, value] of Object.entries(members)) {
    const field = toColumnName(name);
    if (!isCell(value)) return { ...position, field, problem: FIELD_PROBLEMS.notCell };
    cells.push([field, value]);
  }
  if (cells.every(([, value]) => value === null || value === '')) return { ...position, isBlank: true };
  const field = findRepeatedName(cells.map(([name]) => name));
  if (field !== undefined) return { ...position, field, problem: FIELD_PROBLEMS.namedTwice };
  return { ...position, fields: Object.fromEntries(cells) };
}

const isCell = (value: unknown): value is Cell => value === null || typeof value !== 'object';

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
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
    if (done) throw fileError('empty');
    head = head.trim() === '' ? value : head + value;
    if (head.includes('\u0000')) throw fileError('notText');
    if (head.trim() !== '') return head;
  }
}

function detectFormat(head: string): SourceFormat {
  const first = head.trimStart()[0];
  if (first === '[') return 'json-array';
  if (first === '<') return 'xml';
  return first === '{' ? 'json-lines' : 'csv';
}

async function* prepend(head: string, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* chunks;
}
