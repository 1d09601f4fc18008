import type { OfferKind } from '#contract/shops.ts';
import { toColumnName } from '../source-row.ts';
import type { SourceRow } from '../source-row.ts';
import { proposeMapping } from './mapping.ts';

/** A column of a file, as it is shown to people. */
export interface FileColumn {
  readonly name: string;
  /** Its name as the file writes it. */
  readonly written: string;
  /** Its first distinct values. */
  readonly samples: readonly string[];
}

/** Number of values of a column that are shown. */
const SAMPLES = 3;
/** Number of first rows from which samples are taken, and the columns too if a file has no header. */
export const SAMPLED_ROWS = 200;
/** Number of first rows that are searched for a header below the first one. */
const HEADER_ROWS = 5;

/** Lists the columns of a file: those of its header, or of its first rows where it has none, with values of each. */
export function listColumns(
  header: { readonly names: readonly string[]; readonly written: readonly string[] },
  rows: readonly SourceRow[],
): readonly FileColumn[] {
  const filled = rows.slice(0, SAMPLED_ROWS).flatMap((row) => ('fields' in row ? [row.fields] : []));
  const names = header.names.length > 0 ? header.names : [...new Set(filled.flatMap((fields) => Object.keys(fields)))];
  return names
    .map((name, index) => ({ name, written: header.written[index]?.trim() ?? name }))
    .filter(({ name }) => name !== '')
    .map((column) => ({ ...column, samples: samplesOf(filled.map((fields) => fields[column.name] ?? '')) }));
}

const samplesOf = (cells: readonly unknown[]): readonly string[] =>
  [...new Set(cells.map((cell) => String(cell).trim()).filter((text) => text !== ''))].slice(0, SAMPLES);

/** Returns the number of a row that looks like a header, if the header itself names no title; undefined if there is none. */
export function findHeaderBelow(
  offer: OfferKind,
  columns: readonly FileColumn[],
  rows: readonly SourceRow[],
): number | undefined {
  const titleOf = (names: readonly string[]): boolean =>
    Object.values(proposeMapping(offer, names).columns).includes('title');
  if (titleOf(columns.map(({ name }) => name))) return undefined;
  return rows.slice(0, HEADER_ROWS).find((row) => {
    if (!('fields' in row)) return false;
    const names = Object.values(row.fields).map((cell) => toColumnName(String(cell ?? '')));
    return titleOf(names) && Object.keys(proposeMapping(offer, names).columns).length > 2;
  })?.row;
}
