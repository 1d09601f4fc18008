import { CsvError, parse } from 'csv-parse';
import { unescapeCsvCell } from '#contract/text/csv-cell.ts';
import { ImportError } from './import-error.ts';
import { MAX_ROW_LENGTH } from './source-row.ts';
import type { SourceRow } from './source-row.ts';

interface ParsedRecord {
  readonly record: readonly string[];
  readonly raw: string;
}

const LINE_BREAK = /\r\n|\r|\n/g;
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Reads CSV with a header row; yields one batch of rows per chunk of the file. Fields are separated by commas, semicolons or tabs.
 * `onHeader` receives the column names once. @throws ImportError, after yielding the rows before the fault
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  onHeader: (columns: readonly string[]) => void,
): AsyncGenerator<SourceRow[]> {
  const records: ParsedRecord[] = [];
  let parser: ReturnType<typeof parse> | undefined;
  let fault: Error | undefined;
  const toRows = createRowMaker(onHeader);

  for await (const chunk of text) {
    parser ??= openParser(chunk, records, (error) => (fault = error));
    await write(parser, chunk);
    yield toRows(records.splice(0));
    if (fault) throw describe(fault, toRows.count());
  }
  if (!parser) return;
  await end(parser);
  yield toRows(records.splice(0));
  if (fault) throw describe(fault, toRows.count());
}

/** Collects records by a callback instead of from the stream, which drops its buffer after a fault. */
function openParser(head: string, records: ParsedRecord[], onError: (error: Error) => void) {
  const parser = parse({
    delimiter: findDelimiter(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    raw: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record: (parsed: unknown) => {
      records.push(parsed as ParsedRecord);
      return null;
    },
  });
  parser.on('error', onError);
  parser.resume();
  return parser;
}

const write = (parser: ReturnType<typeof parse>, chunk: string): Promise<void> =>
  new Promise((resolve) => {
    parser.write(chunk, () => resolve());
  });

const end = (parser: ReturnType<typeof parse>): Promise<void> =>
  new Promise((resolve) => {
    parser.once('close', () => resolve());
    parser.end();
  });

function findDelimiter(head: string): string {
  const [header = ''] = head.split(LINE_BREAK, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function createRowMaker(onHeader: (columns: readonly string[]) => void) {
  let columns: readonly string[] | undefined;
  let line = 1;
  let row = 0;

  const toRow = ({ record, raw }: ParsedRecord): SourceRow | undefined => {
    const position = { line: line + countBlankLines(raw) };
    line += raw.match(LINE_BREAK)?.length ?? 0;
    if (!columns) {
      columns = checkHeader(record);
      onHeader(columns);
      return undefined;
    }
    row += 1;
    if (record.length !== columns.length) {
      return { row, ...position, problem: `has ${record.length} cells where the header has ${columns.length}` };
    }
    if (hasStrayQuote(record, raw)) {
      return { row, ...position, problem: 'has text after a closing quote; a quote inside a cell must be doubled' };
    }
    return {
      row,
      ...position,
      fields: Object.fromEntries(columns.map((name, index) => [name, unescapeCsvCell(record[index] ?? '')])),
    };
  };
  const toRows = (parsed: readonly ParsedRecord[]): SourceRow[] =>
    parsed.map(toRow).filter((found) => found !== undefined);
  return Object.assign(toRows, { count: () => row });
}

const countBlankLines = (raw: string): number => /^[\r\n]*/.exec(raw)?.[0].match(LINE_BREAK)?.length ?? 0;

function checkHeader(record: readonly string[]): readonly string[] {
  const columns = record.map((name) => name.trim());
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new ImportError(`The header names the column "${twice}" twice.`);
  return columns;
}

/** Detects `"a"b`, which the parser leaves as it is; a cell that really begins with a quote is written with three. */
function hasStrayQuote(record: readonly string[], raw: string): boolean {
  const beginning = record.filter((cell) => cell.startsWith('"')).length;
  return beginning > 0 && raw.split('"""').length - 1 < beginning;
}

function describe(fault: Error, rows: number): Error {
  if (!(fault instanceof CsvError)) return fault;
  if (fault.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new ImportError(`After row ${rows} a cell begins with a quote that is never closed.`);
  }
  if (fault.code === 'CSV_MAX_RECORD_SIZE') {
    return new ImportError(`After row ${rows} a row is longer than ${MAX_ROW_LENGTH} characters: a quote may be open.`);
  }
  return new ImportError(`The CSV cannot be read after row ${rows}: ${fault.message}.`);
}
