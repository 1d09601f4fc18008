import type { OpenCsvParser } from '#contract/import/read-csv.ts';
import { parse } from 'csv-parse/browser/esm/sync';

/** Opens the parser of browsers, which reads the whole text at its end. */
export const openCsvParser: OpenCsvParser = (options, onFault) => {
  const pieces: string[] = [];
  return {
    write: async (text) => void pieces.push(text),
    async end() {
      try {
        parse(pieces.join(''), { ...options });
      } catch (error) {
        onFault(error instanceof Error ? error : new Error(String(error)));
      }
    },
  };
};
