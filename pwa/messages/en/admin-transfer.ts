import { FILE_PROBLEMS } from '#contract/import/file-problems.ts';
import type { FilePlace, FileProblem } from '#contract/import/file-problems.ts';
import type { SyncProblem } from '#sync/api/sync-problem.ts';
import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

/** A row and the product that it changes. */
interface ChangePlace {
  readonly row: number;
  readonly line?: number;
  readonly id: number;
  readonly title: string;
}

const rows = (count: number): string => (count === 1 ? '1 row' : `${formatNumber(count)} rows`);
const products = (count: number): string => (count === 1 ? '1 product' : `${formatNumber(count)} products`);

/** Texts of the import and export of products. */
export const adminTransferMessages = localized('adminTransferMessages', {
  title: 'Import and export',

  exportTitle: 'Export',
  exportHint: 'Save all products of this shop as CSV. Edit the file in a spreadsheet and import it again.',
  export: 'Export as CSV',
  exporting: (count: number) => `${products(count)} so far…`,
  exported: (count: number) => `${products(count)} exported.`,
  saveAgain: 'Save the file again',
  fileName: (shop: string, day: string) => `${shop}-products-${day}.csv`,

  importTitle: 'Import',
  importHint:
    'Use a CSV file with column names in the first row, or a JSON file. A row changes the product with its external_id and otherwise adds one; missing columns keep their values. You see a preview before anything is saved.',
  choose: 'Choose a CSV or JSON file',
  drop: 'or drop it here',
  reading: 'Reading the file…',
  checking: (done: number, all: number) => `${formatNumber(done)} of ${rows(all)} checked`,
  importing: (done: number, all: number) => `${formatNumber(done)} of ${rows(all)} imported`,
  progress: 'Progress',
  cancel: 'Cancel',
  result: (file: string, count: number) => `${file}: ${rows(count)}`,
  would: 'Preview: nothing is saved yet.',
  did: 'Import finished.',
  outcomes: { added: 'Added', changed: 'Changed', unchanged: 'Unchanged', rejected: 'Rejected' },
  wouldOutcomes: { added: 'To be added', changed: 'To be changed', unchanged: 'Unchanged', rejected: 'Rejected' },
  problems: 'Rejected rows',
  problemsHint: 'They are skipped; all other rows are imported.',
  row: 'Row',
  rowPlace: (row: number, line?: number) => (line === undefined ? `${row}` : `${row} (line ${line})`),
  field: 'Field',
  reason: 'Reason',
  notes: 'Notes',
  notesHint: 'These rows are imported without, or with another value of, the named field.',
  changes: 'What would change',
  changesDone: 'What was changed',
  before: 'Before',
  after: 'After',
  empty: 'empty',
  changeOf: ({ row, line, id, title }: ChangePlace) =>
    `Row ${row}${line === undefined ? '' : ` (line ${line})`}: product ${id}, ${title}`,
  blank: (count: number) =>
    count === 1 ? '1 blank row is skipped.' : `${formatNumber(count)} blank rows are skipped.`,
  idsTitle: 'Whose ids are these?',
  idsSkipped: (count: number) =>
    `${count === 1 ? '1 row has the id of a product with another title' : `${formatNumber(count)} rows have the ids of products with other titles`}. Not imported: ids of another program would overwrite products of this shop.`,
  idsMatched: 'Rows change the products with their ids, whatever their titles are.',
  idsMatch: 'The ids of this file are those of this shop',
  morePlaces: (count: number) => `… and ${rows(count)} more.`,
  saveProblems: 'Save rejected rows as CSV',
  problemsName: 'rejected-rows.csv',
  import: (count: number) => `Import ${rows(count)}`,
  nothing: 'This file has nothing to import.',
  another: 'Choose another file',
  goOn: 'Continue',
  stopped: (done: number) => `Stopped after ${rows(done)}.`,
  offline: 'Importing and exporting need a connection.',

  tooLarge: (most: number) => `The file is too large. The limit is ${formatNumber(most / 1_000_000)} MB.`,
  fileProblems: FILE_PROBLEMS as Readonly<Record<FileProblem, (place: FilePlace) => string>>,
  readBefore: 'The rows before it were read.',
  unknownColumns: (unknown: readonly string[], known: readonly string[]) =>
    `Not columns of this shop: ${unknown.map((name) => `“${name}”`).join(', ')}; every row is rejected. Columns of this shop: ${known.join(', ')}.`,
  callProblems: {
    unreachable: 'The server cannot be reached.',
    'foreign-reply': 'This network asks you to sign in first.',
    'server-error': 'The server has a technical problem.',
    'older-server': 'The server is under maintenance.',
    'newer-server': 'A new version is available. Reload the page.',
    'read-only': 'The server’s database is read-only right now.',
    'device-error': 'This browser’s storage is not working.',
  } satisfies Record<SyncProblem, string>,
  refused: (reason: string) => `Rejected by the shop: ${reason}`,
});
