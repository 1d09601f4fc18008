import { FIELD_PROBLEMS } from '../text/field-problems.ts';
import { fileError } from './file-problems.ts';
import { MAX_ROW_LENGTH } from './source-row.ts';
import type { RawRow, UnreadableRow } from './source-row.ts';

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
    if (rest.length > MAX_ROW_LENGTH) {
      throw fileError('longLine', { row });
    }
  }
  yield toRows([rest]);
}

function toRow(content: string, position: { row: number; line: number }): RawRow | UnreadableRow {
  try {
    const value: unknown = JSON.parse(content);
    if (isObject(value)) return { ...position, members: value };
    return { ...position, problem: FIELD_PROBLEMS.notObject };
  } catch {
    return { ...position, problem: FIELD_PROBLEMS.notJson };
  }
}

/** A JSON document over many lines would otherwise be rejected line by line. */
function assertLooksLikeLines(firstRows: readonly (RawRow | UnreadableRow)[]): void {
  if (firstRows.every((row) => 'problem' in row)) {
    throw fileError('noObjects');
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
