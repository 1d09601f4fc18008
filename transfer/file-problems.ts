import { MAX_ROW_LENGTH } from './source-row.ts';

/** Where a file cannot be read: after which row, and the name that is wrong. */
export interface FilePlace {
  readonly row: number;
  readonly name: string;
}

/** Why a file cannot be read, or not to its end: the command prints these sentences, and pages show them in their language. */
export const FILE_PROBLEMS = {
  empty: () => 'The file is empty.',
  noRows: () => 'The file has no rows.',
  notText: () => 'The file is not text in UTF-8. In a spreadsheet program, save it as “CSV UTF-8”.',
  gzip: () => 'The gzip data are damaged or incomplete.',
  namedTwice: ({ name }: FilePlace) => `The header names the column "${name}" twice.`,
  openQuote: ({ row }: FilePlace) => `After row ${row} a cell begins with a quote that is never closed.`,
  longRow: ({ row }: FilePlace) =>
    `After row ${row} a row is longer than ${MAX_ROW_LENGTH} characters: a quote may be open.`,
  badCsv: ({ row, name }: FilePlace) => `The CSV cannot be read after row ${row}: ${name}.`,
  longLine: ({ row }: FilePlace) => `After row ${row} a line is longer than ${MAX_ROW_LENGTH} characters.`,
  noObjects: () => 'No line is a whole JSON object: write one object per line, or an array of objects.',
  longElement: ({ row }: FilePlace) =>
    `The JSON has an element of more than ${MAX_ROW_LENGTH} characters after row ${row}.`,
  brokenJson: ({ row }: FilePlace) => `The JSON is broken after row ${row}.`,
  endlessJson: ({ row }: FilePlace) => `The JSON does not end after row ${row}.`,
  nothingKnown: () => 'No column says what the products are called: none of the names of the columns is known.',
  headerBelow: ({ row }: FilePlace) =>
    `Row ${row} looks like the names of the columns: delete the rows above it, so that the names come first.`,
  brokenXml: ({ row, name }: FilePlace) =>
    `The XML is broken after product ${row}${name === '' ? '' : `, at <${name}>`}.`,
  cutXml: ({ row }: FilePlace) => `The XML is cut off after product ${row}.`,
  longItem: ({ row }: FilePlace) => `After product ${row} the XML has one of more than ${MAX_ROW_LENGTH} characters.`,
  xmlEntities: () => 'The XML declares names for texts (entities), which is not accepted: save it without a DOCTYPE.',
  noFeed: ({ name }: FilePlace) =>
    `The XML is no feed of products: it begins with <${name}> and not with <rss> or <feed>.`,
  brokenZip: () => 'The ZIP file is damaged or incomplete.',
  longZip: () => 'The ZIP file has more than 100,000 files: make several of it.',
  zipWithoutImages: () =>
    'The ZIP file has no images (JPEG, PNG or WebP). A spreadsheet (XLSX) is saved as CSV before it is imported.',
  cutJson: ({ row }: FilePlace) => `The JSON is cut off after row ${row}.`,
} as const satisfies Record<string, (place: FilePlace) => string>;

export type FileProblem = keyof typeof FILE_PROBLEMS;

/** What is wrong with a file, for pages that say it in their language. */
export interface FileFault {
  readonly problem: FileProblem;
  readonly place: FilePlace;
}

/** A file cannot be read, or not to its end; the message is a sentence for the operator. */
export class ImportError extends Error {
  /** Undefined for a problem that only the command meets, such as a path without a file. */
  readonly fault: FileFault | undefined;

  constructor(message: string, fault?: FileFault) {
    super(message);
    this.name = 'ImportError';
    this.fault = fault;
  }
}

/** Creates the error of a problem of the file's content. */
export function fileError(problem: FileProblem, place: Partial<FilePlace> = {}): ImportError {
  const whole = { row: 0, name: '', ...place };
  return new ImportError(FILE_PROBLEMS[problem](whole), { problem, place: whole });
}
