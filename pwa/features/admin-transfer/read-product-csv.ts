import { unescapeCsvCell } from '#contract/text/csv-cell.ts';
import { parse } from 'csv-parse/browser/esm/sync';

/** One row of the file. */
export interface CsvRow {
  /** Last line of the row in the file, from 1. */
  readonly line: number;
  /** Texts by field name; null if the number of cells differs from the number of names. */
  readonly fields: Readonly<Record<string, string>> | null;
  readonly cells: number;
}

/** The content of a file, or why it cannot be read. */
export type CsvFile =
  | { readonly ok: true; readonly columns: readonly string[]; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly problem: 'not-text' | 'empty' | 'no-names' }
  | { readonly ok: false; readonly problem: 'twice-named'; readonly name: string }
  | { readonly ok: false; readonly problem: 'unreadable'; readonly line: number };

const DELIMITERS = [',', ';', '\t'] as const;

/** A record of the parser. */
interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Parses CSV with field names in its first row; the separator is a comma, a semicolon or a tab. Pure. */
export function readProductCsv(bytes: ArrayBuffer): CsvFile {
  const text = decode(bytes);
  if (text === undefined) return { ok: false, problem: 'not-text' };
  let records: readonly ParsedRecord[];
  try {
    records = parse(text, {
      delimiter: findDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as readonly ParsedRecord[];
  } catch (error) {
    const { lines } = error as { readonly lines?: unknown };
    return { ok: false, problem: 'unreadable', line: typeof lines === 'number' ? lines : 1 };
  }
  const [header, ...body] = records;
  if (!header || body.length === 0) return { ok: false, problem: 'empty' };
  const columns = header.record.map((name) => name.trim());
  if (columns.includes('')) return { ok: false, problem: 'no-names' };
  const name = columns.find((column, index) => columns.indexOf(column) !== index);
  if (name !== undefined) return { ok: false, problem: 'twice-named', name };
  return { ok: true, columns, rows: body.map((parsed) => toRow(parsed, columns)) };
}

/** Returns the text without its byte order mark; undefined if the bytes are not UTF-8 text. */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

function findDelimiter(text: string): string {
  const [header = ''] = text.split(/\r\n|\r|\n/, 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

const toRow = ({ record, info: { lines } }: ParsedRecord, columns: readonly string[]): CsvRow => ({
  line: lines,
  cells: record.length,
  fields:
    record.length === columns.length
      ? Object.fromEntries(columns.map((column, index) => [column, unescapeCsvCell(record[index] ?? '')]))
      : null,
});
