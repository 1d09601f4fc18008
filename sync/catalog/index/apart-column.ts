import { digestIds } from '#contract/blocks/column-block.ts';
import type { TextColumn } from '#contract/blocks/column-block.ts';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { findLineStarts } from './line-starts.ts';

/** The texts of one block's rows. */
interface Lines {
  /** Each terminated by a line feed. */
  readonly text: string;
  /** Offset of each row's text; one more entry than rows. */
  readonly starts: Uint32Array;
}

/** Rows of one cards block. `lines` is null while their column block has not arrived, undefined when all texts are empty. */
interface Part {
  readonly start: number;
  readonly end: number;
  lines: Lines | undefined | null;
}

/** A text column whose blocks arrive after those of the cards. */
export class ApartColumn {
  readonly #parts: readonly Part[];
  /** Where the last text was found: nearly always the next one is beside it. */
  #last: Part | undefined;
  /** Texts of rows that were added to those of the blocks. */
  readonly #added = new Map<number, string>();

  constructor(name: string, blocks: readonly CardColumns[]) {
    let start = 0;
    this.#parts = blocks.map(({ rows, apart, lines }) => {
      const end = start + rows;
      const part: Part = { start, end, lines: apart.includes(name) ? null : toLines(lines[name], rows) };
      start = end;
      return part;
    });
  }

  /** Whether the texts of all rows are known. */
  get isWhole(): boolean {
    return this.#parts.every(({ lines }) => lines !== null);
  }

  /** Bytes of the texts and offsets. */
  get memoryBytes(): number {
    return this.#parts.reduce((sum, { lines }) => sum + (lines ? lines.text.length + lines.starts.byteLength : 0), 0);
  }

  /** Joins the column of the block with this number. Returns false for one that is here already, or of other rows. @param ids the ids of all rows of the index */
  join(block: number, { rows, ids: digest, text }: TextColumn, ids: Uint32Array): boolean {
    const part = this.#parts[block];
    if (part?.lines !== null || rows !== part.end - part.start || digest !== digestIds(ids, part.start, part.end))
      return false;
    part.lines = toLines(text, rows);
    return true;
  }

  add(row: number, text: string): void {
    this.#added.set(row, text);
  }

  /** The text of a row; undefined while it is not known. */
  textOf(row: number): string | undefined {
    let part = this.#last;
    if (!part || row < part.start || row >= part.end) part = this.#parts.find(({ end }) => row < end);
    if (!part) return this.#added.get(row);
    this.#last = part;
    const { lines, start } = part;
    if (lines === null) return undefined;
    return lines ? lines.text.slice(lines.starts[row - start], (lines.starts[row - start + 1] as number) - 1) : '';
  }
}

const toLines = (text: string | undefined, rows: number): Lines | undefined => {
  if (text === undefined || rows === 0) return undefined;
  const ended = `${text}\n`;
  return { text: ended, starts: findLineStarts(ended, rows, rows) };
};
