import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { fileError } from './file-problems.ts';
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
    if (splitter.rest.length > MAX_ROW_LENGTH) throw fileError('longElement', { row });
  }
  if (!splitter.isOver) throw fileError('cutJson', { row });
}

/** Parses a text; returns undefined, which is never a JSON value, if it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads one JSON object per line and skips blank lines. @throws ImportError, after yielding the rows before the fault */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<(RawRow | UnreadableRow)[]> {
  let rest = '';
  let line = 0;
  let row = 0;
  const toRows = (lines: readonly string[]): (RawRow | UnreadableRow)[] =>
    lines.flatMap((content) => {
      line += 1;
      if (content.trim() === '') return [];
      row += 1;
      return [toRow(content, { row, line })];
    });

  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    const rows = toRows(lines);
    if (row > 0 && row === rows.length) assertLooksLikeLines(rows);
    yield rows;
    if (rest.length > MAX_ROW_LENGTH) throw fileError('longLine', { row });
  }
  yield toRows([rest]);
}

function toRow(content: string, position: { row: number; line: number }): RawRow | UnreadableRow {
  const value = parse(content);
  if (isObject(value)) return { ...position, members: value };
  return { ...position, problem: value === undefined ? FIELD_PROBLEMS.notJson : FIELD_PROBLEMS.notObject };
}

/** Throws if none of the first rows is an object: a JSON document over many lines would otherwise be rejected line by line. */
function assertLooksLikeLines(firstRows: readonly (RawRow | UnreadableRow)[]): void {
  if (firstRows.every((row) => 'problem' in row)) throw fileError('noObjects');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const BORDER = /["{}[\],]/g;
const STRING_BORDER = /["\\]/g;

/** Splits the text of a JSON array, which may arrive in pieces, into the texts of its elements; it does not parse them. */
class ArraySplitter {
  /** Whether the closing bracket was read. */
  isOver = false;
  /** Text of an element that is not complete yet; after the end of the array, the text behind it. */
  rest = '';
  #depth = 0;
  #isInString = false;
  #skipsNext = false;

  /** Reads the next piece and returns the elements that end in it. An empty array has one blank element. */
  push(piece: string): string[] {
    const elements: string[] = [];
    let start = 0;
    let index = 0;
    while (!this.isOver && index < piece.length) {
      if (this.#skipsNext) {
        this.#skipsNext = false;
        index += 1;
        continue;
      }
      const border = this.#isInString ? STRING_BORDER : BORDER;
      border.lastIndex = index;
      const at = border.exec(piece)?.index;
      if (at === undefined) break;
      index = at + 1;
      const crossed = this.#cross(piece[at]);
      if (crossed === 'end') elements.push(this.rest + piece.slice(start, at));
      if (crossed !== 'inside') {
        this.rest = '';
        start = index;
      }
    }
    this.rest += piece.slice(start);
    return elements;
  }

  /** Crosses one border character; returns whether an element begins after it, ended before it, or continues. */
  #cross(character: string | undefined): 'begin' | 'end' | 'inside' {
    if (this.#isInString) {
      if (character === '"') this.#isInString = false;
      else this.#skipsNext = true;
      return 'inside';
    }
    if (character === '"') {
      this.#isInString = true;
      return 'inside';
    }
    if (character === '[' || character === '{') {
      this.#depth += 1;
      return this.#depth === 1 ? 'begin' : 'inside';
    }
    if (this.#depth === 1 && character !== '}') {
      this.isOver = character === ']';
      return 'end';
    }
    if (character !== ',') this.#depth -= 1;
    return 'inside';
  }
}
