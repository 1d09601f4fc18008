import type { NumberColumn } from './number-column.ts';
import { digestIds } from '#contract/blocks/column-block.ts';
import type { TextColumn } from '#contract/blocks/column-block.ts';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import type { LineTable } from '#contract/blocks/line-table.ts';
import { hashText } from '#contract/text/hash-text.ts';

// Damaged bytes must not keep a card from being shown; the digest detects them.
const decoder = new TextDecoder();

/** Rows of one cards block. `lines` is null while their column block has not arrived, undefined when all texts are empty. */
interface Part {
  readonly start: number;
  readonly end: number;
  lines: LineTable | undefined | null;
}

/** A text column whose blocks arrive after those of the cards. */
export class ApartColumn {
  readonly #parts: readonly Part[];
  /** Where the last text was found: nearly always the next one is beside it. */
  #last: Part | undefined;
  /** Texts of rows that were added after those of the blocks. */
  readonly #added = new Map<number, string>();

  constructor(name: string, blocks: readonly CardColumns[]) {
    let start = 0;
    this.#parts = blocks.map(({ rows, apart }) => {
      const end = start + rows;
      const part: Part = { start, end, lines: apart.includes(name) ? null : undefined };
      start = end;
      return part;
    });
  }

  /** Whether the texts of all rows are known. */
  get isWhole(): boolean {
    return this.#parts.every(({ lines }) => lines !== null);
  }

  /** Whether the column of the block with this number is still to be joined. */
  lacks(block: number): boolean {
    return this.#parts[block]?.lines === null;
  }

  get parts(): readonly NumberColumn[] {
    return this.#parts.flatMap(({ lines }) => lines?.parts ?? []);
  }

  /**
   * Joins the column of the block with this number. Returns false if that block has its column already, or if the column is of other rows.
   * @param ids the ids of all rows of the index
   */
  join(block: number, { rows, ids: digest, lines }: TextColumn, ids: NumberColumn): boolean {
    const part = this.#parts[block];
    if (part?.lines !== null || rows !== part.end - part.start || digest !== digestIds(ids, part.start, part.end))
      return false;
    part.lines = lines;
    return true;
  }

  add(row: number, text: string): void {
    this.#added.set(row, text);
  }

  /** The text of a row; undefined while it is not known. */
  textOf(row: number): string | undefined {
    const part = this.#partOf(row);
    if (!part) return this.#added.get(row);
    const { lines, start } = part;
    if (!lines) return lines === null ? undefined : '';
    return decoder.decode(lines.lineOf(row - start));
  }

  /** `hashText` of a row's text, which must be known. */
  hashOf(row: number): number {
    const part = this.#partOf(row);
    return part?.lines?.hashAscii(row - part.start) ?? hashText(this.textOf(row) as string);
  }

  #partOf(row: number): Part | undefined {
    let part = this.#last;
    if (!part || row < part.start || row >= part.end) part = this.#parts.find(({ end }) => row < end);
    if (part) this.#last = part;
    return part;
  }
}
