import { Parser } from 'htmlparser2';
import type { OpenRowsOptions } from '#contract/import/read-rows.ts';
import { openCsvParser } from './open-csv-parser.ts';

/** The parsers of the server for files that are imported. */
export const FILE_PARSERS = { openCsvParser, XmlParser: Parser } satisfies Partial<OpenRowsOptions>;
