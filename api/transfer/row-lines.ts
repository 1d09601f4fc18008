import type { ChangedRow, RemarkedRow } from './import-products.ts';
import { clipChange } from './clip-change.ts';

/** Number of rows, or other entries, for which the command prints lines. */
const MAX_SHOWN = 50;

type Position = Pick<RemarkedRow, 'row' | 'line'>;

/** Collects the lines of the first entries and counts the rest. */
export class ShownLines {
  count = 0;
  readonly #shown: string[] = [];

  add(lines: readonly string[]): void {
    this.count += 1;
    if (this.count <= MAX_SHOWN) this.#shown.push(...lines);
  }

  /** Returns the lines, and for further entries a last line such as `… and 70 more` with the given words. */
  toLines(more: string): readonly string[] {
    const hidden = this.count - MAX_SHOWN;
    return hidden <= 0 ? this.#shown : [...this.#shown, `… and ${hidden} more ${more}`];
  }
}

/** Collects the lines of the first rows, as `format` writes them. */
export class RowLines<T extends Position> {
  readonly #format: (row: T) => readonly string[];
  readonly #lines = new ShownLines();

  constructor(format: (row: T) => readonly string[]) {
    this.#format = format;
  }

  add(row: T): void {
    this.#lines.add(this.#lines.count < MAX_SHOWN ? this.#format(row) : []);
  }

  toLines(more: string): readonly string[] {
    return this.#lines.toLines(more);
  }
}

const place = ({ row, line }: Position): string => (line === undefined ? `row ${row}` : `row ${row} (line ${line})`);

/** Returns a line for each problem or note of a row. */
export const remarkLines = (row: RemarkedRow): string[] =>
  row.problems.map(({ field, value, reason }) =>
    field === undefined
      ? `${place(row)} ${reason}`
      : `${place(row)}: ${field}${value === undefined ? '' : ` ${JSON.stringify(value)}`} ${reason}`,
  );

/** Returns the line of a product that a row changes: its fields before and after. */
export function changeLines(row: ChangedRow): string[] {
  const changes = row.changes.map(clipChange).map(({ field, before, after }) => {
    return `${field} ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  });
  return [`${place(row)} changes product ${row.id} ${JSON.stringify(row.title)}: ${changes.join(', ')}`];
}
