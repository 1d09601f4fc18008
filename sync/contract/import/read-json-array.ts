import { FIELD_PROBLEMS } from '../text/field-problems.ts';
import { ArraySplitter } from './array-splitter.ts';
import { fileError } from './file-problems.ts';
import { isObject } from './read-json-lines.ts';
import { MAX_ROW_LENGTH } from './source-row.ts';
import type { RawRow, UnreadableRow } from './source-row.ts';

/** Reads an array of JSON objects of any length, one object at a time. @throws ImportError, after yielding the rows before the fault */
export async function* readJsonArray(text: AsyncIterable<string>): AsyncGenerator<(RawRow | UnreadableRow)[]> {
  const splitter = new ArraySplitter();
  let row = 0;

  for await (const piece of text) {
    const rows: (RawRow | UnreadableRow)[] = [];
    for (const element of splitter.push(piece)) {
      if (element.trim() === '' && row === 0 && splitter.isOver) continue;
      const value = parse(element);
      if (value === undefined) {
        yield rows;
        throw fileError('brokenJson', { row });
      }
      row += 1;
      rows.push(isObject(value) ? { row, members: value } : { row, problem: FIELD_PROBLEMS.notObject });
    }
    yield rows;
    if (splitter.isOver && splitter.rest.trim() !== '') throw fileError('endlessJson', { row });
    if (splitter.rest.length > MAX_ROW_LENGTH) {
      throw fileError('longElement', { row });
    }
  }
  if (!splitter.isOver) throw fileError('cutJson', { row });
}

/** Parses an element; undefined, which no JSON text stands for, when it is not JSON. */
function parse(element: string): unknown {
  try {
    return JSON.parse(element);
  } catch {
    return undefined;
  }
}
