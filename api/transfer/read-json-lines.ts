import { ImportError } from './import-error.ts';
import { MAX_ROW_LENGTH } from './source-row.ts';
import type { SourceRow } from './source-row.ts';

/** Reads one JSON object per line and skips blank lines. @throws ImportError, after yielding the rows before the fault */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<SourceRow[]> {
  let rest = '';
  let line = 0;
  let row = 0;
  const toRows = (lines: readonly string[]): SourceRow[] =>
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
      throw new ImportError(`After row ${row} a line is longer than ${MAX_ROW_LENGTH} characters.`);
    }
  }
  yield toRows([rest]);
}

function toRow(content: string, position: { row: number; line: number }): SourceRow {
  try {
    const value: unknown = JSON.parse(content);
    if (isObject(value)) return { ...position, fields: value };
    return { ...position, problem: 'is not a JSON object' };
  } catch {
    return { ...position, problem: 'is not valid JSON' };
  }
}

/** A JSON document over many lines would otherwise be rejected line by line. */
function assertLooksLikeLines(firstRows: readonly SourceRow[]): void {
  if (firstRows.every((row) => 'problem' in row)) {
    throw new ImportError('No line is a whole JSON object: write one object per line, or an array of objects.');
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
