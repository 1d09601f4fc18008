import type { SyncProblem } from '#sync/worker/engine-api.ts';
import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

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
    'Use a CSV file with column names in the first row. A row with an id changes that product; missing columns keep their values. You see a preview before anything is saved.',
  choose: 'Choose a CSV file',
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
  line: 'Line',
  field: 'Field',
  reason: 'Reason',
  morePlaces: (count: number) => `… and ${rows(count)} more.`,
  saveProblems: 'Save rejected rows as CSV',
  problemsName: 'rejected-rows.csv',
  import: (count: number) => `Import ${rows(count)}`,
  nothing: 'This file has nothing to import.',
  another: 'Choose another file',
  goOn: 'Continue',
  stopped: (done: number) => `Stopped after ${rows(done)}.`,
  offline: 'Importing and exporting need a connection.',

  fileProblems: {
    'too-large': (most: number) => `The file is too large. The limit is ${formatNumber(most / 1_000_000)} MB.`,
    'not-text': 'This is not a CSV file in UTF-8. Save it as “CSV UTF-8” and choose it again.',
    empty: 'The file has no rows below the column names.',
    'no-names': 'The first row must contain column names such as id, title and price. One of its cells is empty.',
    'twice-named': (name: string) => `The first row contains the column “${name}” twice.`,
    unreadable: (line: number) => `The file cannot be read at line ${formatNumber(line)}. Check for a missing quote.`,
  },
  cells: (cells: number, columns: number) => `has ${cells} cells, but the first row has ${columns}`,
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
