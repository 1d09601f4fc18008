import { FILE_PROBLEMS } from '#transfer/file-problems.ts';
import type { FilePlace, FileProblem } from '#transfer/file-problems.ts';
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

/** How many rows an import would add, change, leave unchanged and reject. */
interface Foretold {
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
}

const rows = (count: number): string => (count === 1 ? '1 row' : `${formatNumber(count)} rows`);
const images = (count: number): string => (count === 1 ? '1 image' : `${formatNumber(count)} images`);
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
    'Use a spreadsheet saved as CSV, a JSON or XML file, or the export of Shopify, WooCommerce, eBay, Etsy, Amazon or Google Merchant. A row changes the product with its external_id and otherwise adds one; missing columns keep their values. You see a preview before anything is saved.',
  importMore:
    'Images come along by their links, or in a ZIP file: name them by id or external_id, such as lamp-1.jpg. A CSV file with the columns old_path and product lets addresses of your old shop lead here.',
  choose: 'Choose a CSV, JSON, XML or ZIP file',
  drop: 'or drop it here',
  reading: 'Reading the file…',
  checking: (done: number, all: number) => `${formatNumber(done)} of ${rows(all)} checked`,
  importing: (done: number, all: number) => `${formatNumber(done)} of ${rows(all)} imported`,
  progress: 'Progress',
  cancel: 'Cancel',
  result: (file: string, count: number) => `${file}: ${rows(count)}`,
  would: 'Preview: nothing is saved yet.',
  foretold: ({ rows: count, added, changed, unchanged, rejected }: Foretold) =>
    `The file has ${rows(count)}. Importing it adds ${products(added)}, changes ${formatNumber(changed)} and leaves ${formatNumber(unchanged)} as they are; ${rejected === 0 ? 'nothing is rejected' : `${rows(rejected)} cannot be imported, for the reasons below`}.`,
  foretoldAddresses: ({ rows: count, added, changed, unchanged, rejected }: Foretold) =>
    `The file has ${rows(count)}. Importing it adds ${added === 1 ? '1 old address' : `${formatNumber(added)} old addresses`}, changes ${formatNumber(changed)} and leaves ${formatNumber(unchanged)} as they are; ${rejected === 0 ? 'nothing is rejected' : `${rows(rejected)} cannot be imported, for the reasons below`}.`,
  images: {
    progress: 'Images',
    fetching: (done: number, all: number) =>
      `${formatNumber(done)} of ${images(all)} fetched. The shop shows each as it arrives.`,
    sending: (done: number, all: number) => `${formatNumber(done)} of ${images(all)} sent`,
    sent: ({ stored, known }: { readonly stored: number; readonly known: number }) =>
      `${images(stored)} added${known > 0 ? `; ${formatNumber(known)} were there already` : ''}.`,
    failed: (count: number) => `${images(count)} could not be imported`,
    retry: 'Try again',
    image: 'Image',
    more: (count: number) => `… and ${images(count)} more.`,
  },
  mapping: {
    recognized: (file: string, format: string) =>
      `${file}: ${format === 'own' ? 'columns of this shop, and others' : format === 'spreadsheet' ? 'a spreadsheet' : `an export of ${format}`}.`,
    proposal: 'Check where each column goes.',
    remembered: 'Columns go where they went the last time.',
    leftOut: (count: number) => (count === 1 ? '1 column is left out' : `${formatNumber(count)} columns are left out`),
    leaveOut: 'Leave out',
    mainCategory: 'Main category, where the file names none',
    noCategory: 'New products need a category: choose a column, or write one here.',
    condition: 'Condition, where the file names none',
    noCondition: 'None',
    noTitle: 'No column is the title: only products that are in the shop already can be changed.',
    noLink: (cartShop: string) =>
      `No column is a link: this shop only leads to others. What you sell yourself belongs in the ${cartShop}, which has a cart.`,
    first: (count: number) => (count === 1 ? 'The first product' : `The first ${formatNumber(count)} products`),
    confirm: 'Check all rows',
    change: 'Change the columns',
    targets: {
      external_id: 'Key (SKU)',
      other_id: 'Second key',
      title: 'Title',
      description: 'Description',
      barcode: 'Barcode',
      main_category: 'Main category',
      category: 'Category',
      category_path: 'Category path (A > B)',
      category_paths: 'Category paths, with commas',
      price: 'Price',
      sale_price: 'Sale price',
      typical_price: 'Typical price',
      currency: 'Currency',
      quantity: 'Quantity',
      availability: 'Availability',
      condition: 'Condition',
      rate: 'Rating',
      link: 'Link',
      asin: 'Amazon number (ASIN)',
      product_id: 'Barcode or Amazon number',
      product_id_type: 'Kind of that number',
      store: 'Store',
      group: 'Key of a product with variants',
      kind: 'Kind of row',
      option: 'Option of a variant',
      options: 'Options, as Color=Red',
      published: 'On sale or a draft',
      images: 'Links to images',
      product_images: 'Links to images of all variants',
    } as Readonly<Record<string, string>>,
  },
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
  callProblems: {
    unreachable: 'The server cannot be reached. Try again when you are online.',
    'foreign-reply': 'This network asks you to sign in first. Open its sign-in page, then try again.',
    'server-error': 'The server has a technical problem. Try again in a minute.',
    'older-server': 'The server is under maintenance. Try again afterwards.',
    'newer-server': 'A new version is available. Reload the page.',
    'read-only': 'The server’s database is read-only right now. Check the server’s log, then try again.',
    'device-error': 'This browser’s storage is not working. Reload the page and try again.',
  } satisfies Record<SyncProblem, string>,
  rejected: (reason: string) => `Rejected by the shop: ${reason}`,
});
