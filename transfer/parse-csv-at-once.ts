import { parse } from 'csv-parse/browser/esm/sync';
import type { OpenCsvParser } from './read-csv.ts';

/** Opens the parser of browsers, which reads the whole text at its end. */
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
