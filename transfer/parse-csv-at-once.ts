import { parse } from 'csv-parse/browser/esm/sync';
import type { OpenCsvParser } from './read-csv.ts';

/** Opens the CSV parser of browsers, which collects the pieces of text and parses them together at the end. */
export const parseCsvAtOnce: OpenCsvParser = (options, onFault) => {
  const pieces: string[] = [];
  return {
    write: async (text) => void pieces.push(text),
    async end() {
      try {
        parse(pieces.join(''), options);
      } catch (error) {
        onFault(error instanceof Error ? error : new Error(String(error)));
      }
    },
  };
};
