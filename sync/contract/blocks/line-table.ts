import { HASH_START, hashUnit } from '../text/hash-text.ts';

const LINE_FEED = 0x0a;
/** One offset is stored for this many lines: the starts of the other lines are found from there in about a microsecond. */
const LINES_PER_OFFSET = 32;

/** Lines of text that stay encoded: a device shows few of them, and decodes only those. Their common beginning and end are stored once. */
export class LineTable {
  readonly rows: number;
  /** UTF-8, joined by line feeds; each line without the common beginning and end. */
  readonly #bytes: Uint8Array;
  readonly #prefix: Uint8Array;
  readonly #suffix: Uint8Array;
  readonly #offsets: Uint32Array;
  /** A line whose offset is known from the last read: the next search often starts there. */
  #row = 0;
  #start = 0;

  /** @param bytes UTF-8, joined by line feeds. @throws RangeError when there are not as many lines as rows */
  constructor(bytes: Uint8Array, rows: number) {
    const { lines, prefixBytes, suffixBytes } = compareLines(bytes, rows);
    if (lines !== rows) throw new RangeError('There are not as many lines as rows');
    const firstEnd = bytes.indexOf(LINE_FEED);
    const first = bytes.subarray(0, firstEnd < 0 ? bytes.length : firstEnd);
    // Copies: a view would keep all bytes in memory.
    this.#prefix = first.slice(0, prefixBytes);
    this.#suffix = first.slice(first.length - suffixBytes);
    this.#bytes = prefixBytes + suffixBytes === 0 ? bytes : withoutEnds(bytes, rows, prefixBytes, suffixBytes);
    this.#offsets = findOffsets(this.#bytes, rows);
    this.rows = rows;
  }

  /** The large arrays that it holds in memory. */
  get parts(): readonly [Uint8Array, Uint32Array] {
    return [this.#bytes, this.#offsets];
  }

  /** The bytes of a row's line. */
  lineOf(row: number): Uint8Array {
    const start = this.#findStart(row);
    const end = row === this.rows - 1 ? this.#bytes.length : this.#bytes.indexOf(LINE_FEED, start);
    const own = this.#bytes.subarray(start, end);
    if (this.#prefix.length + this.#suffix.length === 0) return own;
    const line = new Uint8Array(this.#prefix.length + own.length + this.#suffix.length);
    line.set(this.#prefix);
    line.set(own, this.#prefix.length);
    line.set(this.#suffix, this.#prefix.length + own.length);
    return line;
  }

  /** Returns `hashText` of a row's text; undefined if the text is not ASCII, because only ASCII bytes are code units. */
  hashAscii(row: number): number | undefined {
    const bytes = this.#bytes;
    let hash = HASH_START;
    let all = 0;
    for (const byte of this.#prefix) {
      all |= byte;
      hash = hashUnit(hash, byte);
    }
    let at = this.#findStart(row);
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === LINE_FEED) break;
      all |= byte;
      hash = hashUnit(hash, byte);
    }
    this.#row = row + 1;
    this.#start = at + 1;
    for (const byte of this.#suffix) {
      all |= byte;
      hash = hashUnit(hash, byte);
    }
    return all < 0x80 ? hash >>> 0 : undefined;
  }

  #findStart(row: number): number {
    const isNear = row >= this.#row && row - this.#row < LINES_PER_OFFSET;
    let start = isNear ? this.#start : (this.#offsets[Math.floor(row / LINES_PER_OFFSET)] as number);
    for (let at = isNear ? this.#row : row - (row % LINES_PER_OFFSET); at < row; at++)
      start = this.#bytes.indexOf(LINE_FEED, start) + 1;
    this.#row = row;
    this.#start = start;
    return start;
  }
}

/** Counts the lines, and the bytes of their common prefix and of their common suffix. The two never overlap. */
function compareLines(
  bytes: Uint8Array,
  rows: number,
): { readonly lines: number; readonly prefixBytes: number; readonly suffixBytes: number } {
  // With 0 rows, an empty text has no line; otherwise it is one empty line.
  if (rows === 0 && bytes.length === 0) return { lines: 0, prefixBytes: 0, suffixBytes: 0 };
  let lines = 0;
  let prefixBytes = 0;
  let suffixBytes = 0;
  let firstEnd = 0;
  for (let start = 0, end = 0; start <= bytes.length; start = end + 1) {
    const found = bytes.indexOf(LINE_FEED, start);
    end = found < 0 ? bytes.length : found;
    if (lines === 0) {
      firstEnd = end;
      prefixBytes = end;
    } else {
      // The common prefix begins as the whole first line, and shrinks; what it leaves of that line may be the common suffix.
      let same = 0;
      while (same < prefixBytes && start + same < end && bytes[start + same] === bytes[same]) same += 1;
      prefixBytes = same;
      let most = Math.min(end - start, firstEnd) - prefixBytes;
      if (lines > 1) most = Math.min(most, suffixBytes);
      same = 0;
      while (same < most && bytes[end - 1 - same] === bytes[firstEnd - 1 - same]) same += 1;
      suffixBytes = same;
    }
    lines += 1;
  }
  return { lines, prefixBytes, suffixBytes };
}

function withoutEnds(bytes: Uint8Array, rows: number, prefixBytes: number, suffixBytes: number): Uint8Array {
  const kept = new Uint8Array(bytes.length - rows * (prefixBytes + suffixBytes));
  let to = 0;
  for (let row = 0, start = 0; row < rows; row++) {
    const found = bytes.indexOf(LINE_FEED, start + prefixBytes);
    const end = found < 0 ? bytes.length : found;
    for (let at = start + prefixBytes; at < end - suffixBytes; at++) kept[to++] = bytes[at] as number;
    if (row < rows - 1) kept[to++] = LINE_FEED;
    start = end + 1;
  }
  return kept;
}

/** Finds the offset of every `LINES_PER_OFFSET`th line. */
function findOffsets(bytes: Uint8Array, rows: number): Uint32Array {
  const offsets = new Uint32Array(Math.ceil(rows / LINES_PER_OFFSET));
  for (let row = 0, start = 0; row < rows; row++) {
    if (row % LINES_PER_OFFSET === 0) offsets[row / LINES_PER_OFFSET] = start;
    start = bytes.indexOf(LINE_FEED, start) + 1;
  }
  return offsets;
}
