import type { SyncProblem } from '#sync/worker/engine-api.ts';
import { formatNumber } from '../format-number.ts';

const rows = (count: number): string => (count === 1 ? '1 row' : `${formatNumber(count)} rows`);
const products = (count: number): string => (count === 1 ? '1 product' : `${formatNumber(count)} products`);

/** Visible strings of the import and the export of products. */
export const adminTransferMessages = {
  title: 'Import and export',

  exportTitle: 'Export',
  exportHint: 'All products of this shop as CSV. The file can be changed in a spreadsheet and imported again.',
  export: 'Export as CSV',
  exporting: (count: number) => `${products(count)} so far…`,
  exported: (count: number) => `${products(count)} exported.`,
  saveAgain: 'Save the file again',
  fileName: (shop: string, day: string) => `${shop}-products-${day}.csv`,

  importTitle: 'Import',
  importHint:
    'A CSV file with the names of the fields in its first row. A row with an id changes that product; columns that are left out keep their values. Nothing is written before you have seen what would happen.',
  choose: 'Choose a CSV file',
  drop: 'or drop it here',
  reading: 'The file is read…',
  checking: (done: number, all: number) => `${formatNumber(done)} of ${rows(all)} checked`,
  importing: (done: number, all: number) => `${formatNumber(done)} of ${rows(all)} imported`,
  progress: 'Progress',
  cancel: 'Cancel',
  result: (file: string, count: number) => `${file}: ${rows(count)}`,
  would: 'This is what an import would do. Nothing is written yet.',
  did: 'The import is done.',
  outcomes: { added: 'Added', changed: 'Changed', unchanged: 'Unchanged', rejected: 'Refused' },
  wouldOutcomes: { added: 'To be added', changed: 'To be changed', unchanged: 'Unchanged', rejected: 'Refused' },
  problems: 'Refused rows',
  problemsHint: 'They are left out; the others are imported.',
  line: 'Line',
  field: 'Field',
  reason: 'Reason',
  morePlaces: (count: number) => `… and ${rows(count)} more.`,
  saveProblems: 'Save the refused rows as CSV',
  problemsName: 'refused-rows.csv',
  import: (count: number) => `Import ${rows(count)}`,
  nothing: 'There is nothing to import in this file.',
  another: 'Choose another file',
  goOn: 'Go on',
  stopped: (done: number) => `It stopped after ${rows(done)}.`,
  offline: 'Importing and exporting need a network.',

  fileProblems: {
    'too-large': (most: number) =>
      `The file is too large. Up to ${formatNumber(most / 1_000_000)} MB can be imported here.`,
    'not-text': 'This is no CSV file in UTF-8. Save it as “CSV UTF-8” and choose it again.',
    empty: 'The file has no rows below the names of its fields.',
    'no-names':
      'The first row must have the names of the fields, such as id, title and price. One of its cells is empty.',
    'twice-named': (name: string) => `The first row names the field “${name}” twice.`,
    unreadable: (line: number) =>
      `The file cannot be read at line ${formatNumber(line)}: a quote may be missing there.`,
  },
  cells: (cells: number, columns: number) => `has ${cells} cells where the first row has ${columns}`,
  callProblems: {
    unreachable: 'The server cannot be reached.',
    'foreign-reply': 'This network answers instead of the shop.',
    'server-error': 'The server cannot do it at the moment.',
    'older-server': 'The server runs an earlier version at the moment.',
    'read-only': 'The server’s database takes no changes at the moment.',
    'device-error': 'This browser fails at the moment.',
  } satisfies Record<SyncProblem, string>,
  refused: (reason: string) => `The shop refused it: ${reason}`,
} as const;
