import type { Options } from 'csv-parse/browser/esm/sync';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { unescapeCsvCell } from './csv-cell.ts';
import { findRepeatedName, toColumnName, MAX_ROW_LENGTH } from './source-row.ts';
import { fileError } from './file-problems.ts';
import type { SourceRow } from './source-row.ts';

/** A record as `csv-parse` hands it over with the options of `toOptions`. */
interface ParsedRecord {
  readonly record: readonly string[];
  readonly raw: string;
}

/** A parser of CSV, fed piece by piece. */
export interface CsvParser {
  readonly write: (text: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Opens a parser of `csv-parse`, which has separate builds for servers and browsers; `onFault` receives the error that ends it. */
export type OpenCsvParser = (options: Options, onFault: (error: Error) => void) => CsvParser;

/** Receives the columns of CSV before its first row: `columns` as rows name them, `written` as the file names them. */
export type OnHeader = (columns: readonly string[], written: readonly string[]) => void;

/** How eBay's templates begin the rows that explain them. */
const INFORMATION = /^"?#info/iu;

/** Rows that programs write above the header: how the first cell of the first one begins, and how many there are. */
const ABOVE_HEADER = [
  { begins: INFORMATION, rows: 1 },
  { begins: /^info$/iu, rows: 1 },
  // Amazon's templates: the template's name, then the columns' names for people.
  { begins: /^TemplateType=/iu, rows: 2 },
] as const;

/** The row below a sheet's title is the header if it has at least this many filled cells. */
const MIN_COLUMNS_BELOW_TITLE = 3;

const LINE_BREAK = /\r\n|\r|\n/g;
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Reads CSV with a header row; yields one batch of rows per chunk of the file. Fields are separated by commas, semicolons or tabs.
 * `onHeader` receives the column names once. @throws ImportError, after yielding the rows before the fault
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  onHeader: OnHeader,
  openParser: OpenCsvParser,
): AsyncGenerator<SourceRow[]> {
  const records: ParsedRecord[] = [];
  let parser: CsvParser | undefined;
  let fault: Error | undefined;
  const toRows = createRowMaker(onHeader);

  for await (const chunk of text) {
    parser ??= openParser(toOptions(chunk, records), (error) => (fault = error));
    await parser.write(chunk);
    yield toRows(records.splice(0));
    if (fault) throw describe(fault, toRows.count());
  }
  if (!parser) return;
  await parser.end();
  yield toRows(records.splice(0));
  if (fault) throw describe(fault, toRows.count());
}

const toOptions = (head: string, records: ParsedRecord[]): Options => ({
  delimiter: findDelimiter(head),
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  raw: true,
  max_record_size: MAX_ROW_LENGTH,
  // Takes the records here, because a fault drops the parser's own output.
  on_record(parsed: unknown) {
    records.push(parsed as ParsedRecord);
    return null;
  },
});

function findDelimiter(head: string): string {
  const [first = '', second = ''] = head
    .trimStart()
    .split(LINE_BREAK)
    .filter((line) => !INFORMATION.test(line));
  const count = (text: string, delimiter: string) => text.split(delimiter).length;
  const hasTitle = DELIMITERS.every((delimiter) => count(first, delimiter) === 1);
  const isBelow = DELIMITERS.some((delimiter) => count(second, delimiter) >= MIN_COLUMNS_BELOW_TITLE);
  const header = hasTitle && isBelow ? second : first;
  return DELIMITERS.reduce((best, delimiter) => (count(header, delimiter) > count(header, best) ? delimiter : best));
}

/**
 * Creates a function that returns the header once it is known, and undefined for records above it. A record with one filled cell is a sheet's
 * title if the next record can be the header; otherwise it is the header itself.
 */
function createHeaderFinder(): (record: readonly string[]) => readonly string[] | undefined {
  let toSkip = 0;
  let title: readonly string[] | undefined;
  return (record) => {
    toSkip ||= ABOVE_HEADER.find(({ begins }) => begins.test(record[0] ?? ''))?.rows ?? 0;
    if (toSkip > 0) {
      toSkip -= 1;
      return undefined;
    }
    const count = record.filter((cell) => !isBlank(cell)).length;
    if (title) return count >= MIN_COLUMNS_BELOW_TITLE ? record : title;
    if (count !== 1) return record;
    title = record;
    return undefined;
  };
}

function createRowMaker(onHeader: OnHeader) {
  let columns: readonly string[] | undefined;
  let line = 1;
  let row = 0;
  const findHeader = createHeaderFinder();

  const toRow = ({ record, raw }: ParsedRecord): SourceRow | undefined => {
    const position = { line: line + countBlankLines(raw) };
    line += raw.match(LINE_BREAK)?.length ?? 0;
    if (!columns) {
      const header = findHeader(record);
      if (!header) return undefined;
      columns = checkHeader(header);
      onHeader(columns, header);
      if (header === record) return undefined;
    }
    row += 1;
    if (record.every(isBlank)) return { row, ...position, isBlank: true };
    const problem = findProblem(record, raw, columns);
    if (problem !== undefined) return { row, ...position, problem };
    const cells = columns.map((name, index) => [name, unescapeCsvCell(record[index] ?? '')] as const);
    return { row, ...position, fields: Object.fromEntries(cells.filter(([name]) => name !== '')) };
  };
  const toRows = (parsed: readonly ParsedRecord[]): SourceRow[] =>
    parsed.map(toRow).filter((found) => found !== undefined);
  return Object.assign(toRows, { count: () => row });
}

const countBlankLines = (raw: string): number => /^[\r\n]*/.exec(raw)?.[0].match(LINE_BREAK)?.length ?? 0;

function checkHeader(record: readonly string[]): readonly string[] {
  const columns = record.map(toColumnName);
  const name = findRepeatedName(columns);
  if (name !== undefined) throw fileError('namedTwice', { name });
  return columns;
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/** Returns why a record is no row, if so. Spreadsheets may leave blank cells behind the last column, and blank columns between the others. */
function findProblem(record: readonly string[], raw: string, columns: readonly string[]): string | undefined {
  const extra = record.slice(columns.length);
  if (record.length < columns.length || !extra.every(isBlank)) return FIELD_LIMITS.cells(record.length, columns.length);
  if (columns.some((name, index) => name === '' && !isBlank(record[index] ?? ''))) return FIELD_PROBLEMS.noColumnName;
  return hasStrayQuote(record, raw) ? FIELD_PROBLEMS.strayQuote : undefined;
}

/** Detects `"a"b`, which the parser leaves as it is; a cell that really begins with a quote is written with three. */
function hasStrayQuote(record: readonly string[], raw: string): boolean {
  const beginning = record.filter((cell) => cell.startsWith('"')).length;
  return beginning > 0 && raw.split('"""').length - 1 < beginning;
}

/** Turns an error with a code of the parser into a problem of the file; any other error is a fault of the program and stays as it is. */
function describe(fault: Error, row: number): Error {
  const code = 'code' in fault ? String(fault.code) : '';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return fileError('openQuote', { row });
  if (code === 'CSV_MAX_RECORD_SIZE') return fileError('longRow', { row });
  return code.startsWith('CSV_') ? fileError('badCsv', { row, name: fault.message }) : fault;
}
