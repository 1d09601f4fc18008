import { parse } from 'csv-parse';
import type { OpenCsvParser } from '#transfer/read-csv.ts';

/** Opens the server's CSV parser. It is a stream, so memory does not grow with the file. */
export const openCsvParser: OpenCsvParser = (options, onFault) => {
  const parser = parse(options);
  parser.on('error', onFault);
  parser.resume();
  return {
    write: (text) => new Promise((resolve) => parser.write(text, () => resolve())),
    end: () =>
      new Promise((resolve) => {
        parser.once('close', () => resolve());
        parser.end();
      }),
  };
};
