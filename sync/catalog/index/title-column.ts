import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { fromByteText, hashByteText, mapLines, toByteText } from '#contract/text/byte-text.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { enlarge } from './number-column.ts';

/** Rows whose keys are made in one step: about a millisecond. */
const KEYS_PER_STEP = 8_192;

/** Title keys as byte text, each terminated by a line feed, and the offset of each row's key. */
export interface TitleKeys {
  readonly text: string;
  readonly starts: Uint32Array;
}

/** The titles of a shop's rows, and their keys, the form used by search and order. */
export class TitleColumn {
  /** Titles as byte text, each terminated by a line feed, in row order. */
  text: string;
  /** Offset of each row's title; one more entry than rows. */
  starts: Uint32Array;
  #rows: number;
  #keys: TitleKeys | undefined;
  #keySteps: Generator<void, TitleKeys> | undefined;

  constructor(blocks: readonly CardColumns[], rows: number, capacity: number) {
    this.#rows = rows;
    this.text = blocks.map((block) => (block.rows > 0 ? `${block.titles}\n` : '')).join('');
    this.starts = findLineStarts(this.text, rows, capacity);
  }

  /** The keys, computed on first use: the first page of a category needs none. */
  get keys(): TitleKeys {
    while (!this.#keys) this.prepareKeys();
    return this.#keys;
  }

  /** Whether `keys` is computed already. */
  get hasKeys(): boolean {
    return this.#keys !== undefined;
  }

  /** Takes a step toward `keys`, so that no query waits for the whole of them. */
  prepareKeys(): void {
    if (this.#keys) return;
    this.#keySteps ??= makeKeys(this.text, this.starts, this.#rows);
    const step = this.#keySteps.next();
    if (!step.done) return;
    this.#keys = step.value;
    this.#keySteps = undefined;
  }

  get parts(): readonly (Uint32Array | string)[] {
    const keys = this.#keys;
    if (!keys) return [this.text, this.starts];
    return [this.text, this.starts, keys.text, ...(keys.starts === this.starts ? [] : [keys.starts])];
  }

  titleOf(row: number): string {
    return fromByteText(this.text.slice(this.starts[row], this.#endOf(row)));
  }

  hashOf(row: number): number {
    return hashByteText(this.text, this.starts[row] as number, this.#endOf(row));
  }

  add(title: string): void {
    this.text += `${toByteText(title)}\n`;
    this.#rows += 1;
    this.starts[this.#rows] = this.text.length;
    // The keys are made again, in steps (`prepareKeys`) or by the next search: 10 ms for 66,778 products.
    this.#keys = undefined;
    this.#keySteps = undefined;
  }

  enlarge(capacity: number): void {
    this.starts = enlarge(this.starts, capacity + 1);
  }

  #endOf(row: number): number {
    return (this.starts[row + 1] as number) - 1;
  }
}

const LINE_FEED = 0x0a;

/** Makes the keys of titles in short steps. The keys are void once the titles have changed. */
function* makeKeys(titles: string, titleStarts: Uint32Array, rows: number): Generator<void, TitleKeys> {
  const parts: string[] = [];
  // Nearly all keys are as long as their titles, so that the offsets of the titles can be used for the keys.
  let hasSameStarts = true;
  for (let row = 0; row < rows; row += KEYS_PER_STEP) {
    const starts = titleStarts.subarray(row, Math.min(row + KEYS_PER_STEP, rows) + 1);
    const part = mapLines(titles.slice(starts[0], starts.at(-1)), toTitleKey);
    parts.push(part);
    hasSameStarts &&= hasLinesAt(part, starts);
    yield;
  }
  const text = parts.join('');
  return { text, starts: hasSameStarts ? titleStarts : findLineStarts(text, rows, titleStarts.length - 1) };
}

/** Whether the lines of a part of a text end where they should. `starts`: the offsets of its lines, and of the text after them. */
function hasLinesAt(part: string, starts: Uint32Array): boolean {
  const first = starts[0] as number;
  for (let line = 1; line < starts.length; line++)
    if (part.charCodeAt((starts[line] as number) - first - 1) !== LINE_FEED) return false;
  return part.length === (starts.at(-1) as number) - first;
}

/** Returns the offset of each line of a text and of its end, with room for `capacity` lines. @throws RangeError if the number of lines differs */
export function findLineStarts(text: string, rows: number, capacity: number): Uint32Array {
  const starts = new Uint32Array(capacity + 1);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    at = text.indexOf('\n', at) + 1;
    // No line is left.
    if (at === 0) break;
    starts[row + 1] = at;
  }
  if (at !== text.length) throw new RangeError('There are not as many lines as rows');
  return starts;
}
