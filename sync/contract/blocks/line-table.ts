import { HASH_START, hashUnit } from './digest.ts';

const LINE_FEED = 0x0a;
/** One offset is stored for so many lines: the others are found from there in about a microsecond. */
const LINES_PER_OFFSET = 32;

/** Lines of text that stay encoded: a device shows few of them, and decodes those. */
export class LineTable {
  /** UTF-8, joined by line feeds. */
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly #offsets: Uint32Array;
  /** A line whose offset is known: walks go from one line to the next. */
  #row = 0;
  #start = 0;

  /** @throws RangeError when there are not as many lines as rows */
  constructor(bytes: Uint8Array, rows: number) {
    const offsets = new Uint32Array(Math.ceil(rows / LINES_PER_OFFSET));
    let found = 0;
    // Without rows there are no bytes, not one empty line.
    let start = rows === 0 && bytes.length === 0 ? -1 : 0;
    while (start >= 0) {
      if (found % LINES_PER_OFFSET === 0) offsets[found / LINES_PER_OFFSET] = start;
      found += 1;
      const end = bytes.indexOf(LINE_FEED, start);
      start = end < 0 ? -1 : end + 1;
    }
    if (found !== rows) throw new RangeError('There are not as many lines as rows');
    this.bytes = bytes;
    this.rows = rows;
    this.#offsets = offsets;
  }

  get memoryBytes(): number {
    return this.bytes.byteLength + this.#offsets.byteLength;
  }

  /** The bytes of a row's line. */
  lineOf(row: number): Uint8Array {
    const { bytes } = this;
    const start = this.#findStart(row);
    const end = row === this.rows - 1 ? bytes.length : bytes.indexOf(LINE_FEED, start);
    return bytes.subarray(start, end);
  }

  /** `hashText` of a row's text; undefined unless it is ASCII, whose bytes are its code units. */
  hashAscii(row: number): number | undefined {
    const { bytes } = this;
    let hash = HASH_START;
    let all = 0;
    let at = this.#findStart(row);
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === LINE_FEED) break;
      all |= byte;
      hash = hashUnit(hash, byte);
    }
    this.#row = row + 1;
    this.#start = at + 1;
    return all < 0x80 ? hash >>> 0 : undefined;
  }

  #findStart(row: number): number {
    const isNear = row >= this.#row && row - this.#row < LINES_PER_OFFSET;
    let start = isNear ? this.#start : (this.#offsets[Math.floor(row / LINES_PER_OFFSET)] as number);
    for (let at = isNear ? this.#row : row - (row % LINES_PER_OFFSET); at < row; at++)
      start = this.bytes.indexOf(LINE_FEED, start) + 1;
    this.#row = row;
    this.#start = start;
    return start;
  }
}
