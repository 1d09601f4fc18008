import { ArraySplitter } from './array-splitter.ts';
import { ImportError } from './import-error.ts';
import { isObject } from './read-json-lines.ts';
import { MAX_ROW_LENGTH } from './source-row.ts';
import type { SourceRow } from './source-row.ts';

/** Reads an array of JSON objects of any length, one object at a time. @throws ImportError, after yielding the rows before the fault */
export async function* readJsonArray(text: AsyncIterable<string>): AsyncGenerator<SourceRow[]> {
  const splitter = new ArraySplitter();
  let row = 0;
  const fault = (what: string) => new ImportError(`The JSON ${what} after row ${row}.`);

  for await (const piece of text) {
    const rows: SourceRow[] = [];
    for (const element of splitter.push(piece)) {
      if (element.trim() === '' && row === 0 && splitter.isOver) continue;
      const value = parse(element);
      if (value === undefined) {
        yield rows;
        throw fault('is broken');
      }
      row += 1;
      rows.push(isObject(value) ? { row, fields: value } : { row, problem: 'is not a JSON object' });
    }
    yield rows;
    if (splitter.isOver && splitter.rest.trim() !== '') throw fault('does not end');
    if (splitter.rest.length > MAX_ROW_LENGTH) {
      throw fault(`has an element of more than ${MAX_ROW_LENGTH} characters`);
    }
  }
  if (!splitter.isOver) throw fault('is cut off');
}

/** Parses an element; undefined, which no JSON text stands for, when it is not JSON. */
function parse(element: string): unknown {
  try {
    return JSON.parse(element);
  } catch {
    return undefined;
  }
}
