import { findHeaderBelow, listColumns, SAMPLED_ROWS } from '#transfer/foreign/file-columns.ts';
import type { FileColumn } from '#transfer/foreign/file-columns.ts';
import { plainName, SPREADSHEET } from '#transfer/foreign/foreign-formats.ts';
import {
  lacksLinks,
  LEFT_OUT,
  missingTargets,
  namesProducts,
  OWN_FORMAT,
  proposeMapping,
  targetOf,
  targetsOf,
} from '#transfer/foreign/mapping.ts';
import type { Mapping } from '#transfer/foreign/mapping.ts';
import { mapBatches } from '#transfer/foreign/row-mapper.ts';
import { fileError, ImportError } from '#transfer/file-problems.ts';
import { knownColumns, unknownColumns } from '#transfer/known-columns.ts';
import { openRows } from '#transfer/read-rows.ts';
import { namesOldAddresses } from '#transfer/redirect-rows.ts';
import type { SourceRow } from '#transfer/source-row.ts';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import type { OfferKind } from '#contract/shops.ts';
import { openCsvParser } from './open-csv-parser.ts';

/** The operator's choices for columns, which extend or override the proposal. */
export interface MappingChoices {
  /** Our column for each column of the file, by its name as the operator writes it. */
  readonly map: Readonly<Record<string, string>>;
  /** Values of our columns for rows that have no value of their own. */
  readonly set: Readonly<Record<string, string>>;
}

export interface ForeignRows {
  /** Rows with our columns. @throws ImportError at a fault of the file, after yielding the rows before it */
  readonly rows: AsyncIterable<readonly SourceRow[]>;
  /** What each column becomes, one line each. For a file in our own format only warnings about unknown columns; empty for old addresses. */
  readonly proposal: readonly string[];
  /** Whether the file is a list of old addresses instead of products; its rows are then returned unchanged. */
  readonly areOldAddresses: boolean;
  /** Returns how many rows of the file were read so far. */
  readonly readRows: () => number;
}

/** Reads `--map` and `--set`; returns an error message when one is invalid. */
export function readChoices(offer: OfferKind, map: readonly string[], set: readonly string[]): MappingChoices | string {
  const targets = targetsOf(offer);
  // The file's column names may contain `=`; our own do not.
  const maps = map.map((text) => cut(text, text.lastIndexOf('=')));
  const sets = set.map((text) => cut(text, text.indexOf('=')));
  const malformed = [...map, ...set].find((text) => !text.includes('='));
  if (malformed !== undefined)
    return `Write --map "THEIR COLUMN=our_column" and --set our_column=VALUE, not "${malformed}".`;
  const wanted = [...maps.map(([, target]) => target), ...sets.map(([target]) => target)];
  const unknown = wanted.find((target) => !targets.includes(target) && target !== LEFT_OUT);
  if (unknown !== undefined)
    return `There is no "${unknown}" in this shop. Choose from ${targets.join(', ')}, or - to leave a column out.`;
  return { map: Object.fromEntries(maps), set: Object.fromEntries(sets) };
}

const cut = (text: string, at: number): [string, string] => [text.slice(0, at).trim(), text.slice(at + 1).trim()];

interface ForeignOptions {
  readonly offer: OfferKind;
  readonly choices: MappingChoices;
}

/**
 * Begins to read a file of any program and proposes what its columns become; rows are read as they are asked for.
 * @throws ImportError when it is empty or not text, lacks a column of `choices`, or has no column that names its products
 */
export async function openForeignRows(
  bytes: AsyncIterable<Uint8Array>,
  { offer, choices }: ForeignOptions,
): Promise<ForeignRows> {
  const header = { names: [] as readonly string[], written: [] as readonly string[] };
  const onHeader = (names: readonly string[], written: readonly string[]): unknown =>
    Object.assign(header, { names, written });
  const source = await openRows(bytes, { openCsvParser, onHeader });
  const iterator = source.rows[Symbol.asyncIterator]();
  const { first, fault } = await readFirst(iterator);
  const columns = listColumns(header, first);
  let count = 0;
  async function* counted(): AsyncGenerator<readonly SourceRow[]> {
    count += first.length;
    yield first;
    if (fault) throw fault;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      count += next.value.length;
      yield next.value;
    }
  }
  const readRows = (): number => count;

  if (namesOldAddresses(columns.map(({ name }) => name))) {
    return { rows: counted(), readRows, proposal: [], areOldAddresses: true };
  }
  const areOldAddresses = false;
  const mapping = choose(offer, columns, choices);
  if (mapping.format === OWN_FORMAT) {
    const hasChoices = Object.keys({ ...choices.map, ...choices.set }).length > 0;
    const rows = hasChoices ? mapBatches(counted(), mapping, offer) : counted();
    const kept = header.names.filter((name) => targetOf(mapping, name) === name);
    return { rows, readRows, areOldAddresses, proposal: warnOfColumns(offer, kept) };
  }
  const headerRow = findHeaderBelow(offer, columns, first);
  if (headerRow !== undefined) throw fileError('headerBelow', { row: headerRow });
  if (columns.length > 0 && !namesProducts(mapping)) {
    throw new ImportError(
      `${fileError('nothingKnown').message} They are ${columns.map(({ written }) => `"${written}"`).join(', ')}. ` +
        `Say it with --map "COLUMN=title".`,
    );
  }
  const rows = mapBatches(counted(), mapping, offer);
  return { rows, readRows, areOldAddresses, proposal: describe(mapping, offer, columns) };
}

/** Reads the first rows, from which the columns and sample values are listed. Returns a fault of the file with the rows before it. */
async function readFirst(
  iterator: AsyncIterator<readonly SourceRow[]>,
): Promise<{ first: readonly SourceRow[]; fault?: unknown }> {
  const first: SourceRow[] = [];
  try {
    while (first.length < SAMPLED_ROWS) {
      const next = await iterator.next();
      if (next.done) break;
      first.push(...next.value);
    }
    return { first };
  } catch (fault) {
    return { first, fault };
  }
}

/** Applies the operator's choices to the proposal. @throws ImportError for a column that the file does not have */
function choose(offer: OfferKind, columns: readonly FileColumn[], { map, set }: MappingChoices): Mapping {
  const names = columns.map(({ name }) => name);
  const proposed = proposeMapping(offer, names);
  const chosen = Object.entries(map).map(([written, target]) => {
    const name = names.find((one) => plainName(one) === plainName(written));
    if (name !== undefined) return [name, target] as const;
    throw new ImportError(`There is no column "${written}" in the file. Its columns are ${names.join(', ')}.`);
  });
  // In a file of our own format, an unknown column may be a misspelled one: it is left out only on request.
  const rest = proposed.format === OWN_FORMAT ? {} : proposed.columns;
  return {
    ...proposed,
    columns: { ...Object.fromEntries(chosen), ...rest, ...Object.fromEntries(chosen) },
    constants: { ...proposed.constants, ...set },
  };
}

function warnOfColumns(offer: OfferKind, columns: readonly string[]): string[] {
  const unknown = unknownColumns(offer, columns);
  if (unknown.length === 0) return [];
  return [
    `Not columns of this shop: ${unknown.map((name) => `"${name}"`).join(', ')}; every row is rejected. Leave a column out with --map "COLUMN=-".`,
    `Columns of this shop: ${knownColumns(offer).join(', ')}.`,
  ];
}

function describe(mapping: Mapping, offer: OfferKind, columns: readonly FileColumn[]): string[] {
  const taken = columns.filter(({ name }) => targetOf(mapping, name) !== LEFT_OUT);
  const leftOut = columns.filter(({ name }) => targetOf(mapping, name) === LEFT_OUT);
  const width = Math.max(0, ...taken.map(({ written }) => written.length));
  return [
    `This is ${mapping.format === SPREADSHEET.name ? 'a spreadsheet' : `a file of ${mapping.format}`}. Its columns become (change it with --map "COLUMN=OURS" and --set OURS=VALUE):`,
    ...taken.map(({ name, written, samples }) => {
      const sample = samples[0] === undefined ? 'empty' : JSON.stringify(shorten(samples[0]));
      return `  ${written.padEnd(width)} → ${targetOf(mapping, name)} (${sample})`;
    }),
    ...Object.entries(mapping.constants).map(
      ([target, value]) => `  ${target} is ${JSON.stringify(value)} where the file says nothing`,
    ),
    ...(leftOut.length > 0 ? [`  left out: ${leftOut.map(({ written }) => written).join(', ')}`] : []),
    ...missingTargets(mapping, columns).map((target) =>
      target === 'title'
        ? '  no title: only products that are in the shop can be changed; name the column with --map "COLUMN=title"'
        : '  no category: new products need one; add --set main_category=NAME, or name the column with --map "COLUMN=main_category"',
    ),
    ...(lacksLinks(mapping, offer, columns)
      ? [
          `  no link: this shop only leads to others; what you sell yourself belongs in the shop with a cart, --shop ${CART_SHOP.key}`,
        ]
      : []),
  ];
}

const MAX_SAMPLE_LENGTH = 40;
const shorten = (text: string): string =>
  text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…`.toWellFormed() : text;
