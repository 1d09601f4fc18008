import { addDigest, subtractDigest } from '#contract/blocks/digest.ts';

/** Rows whose digests are added in one step: about a millisecond. */
const ROWS_PER_STEP = 1_024;

/** The rows of an index, as a sum over them needs them. */
export interface DigestedRows {
  readonly rows: number;
  readonly isDead: Uint8Array;
  /** Rises with every change of rows. */
  readonly version: number;
  /** Whether the digests of all rows are known. */
  readonly hasColumns: boolean;
}

/** The sum of the digests of all products: computed once, when it is wanted, and then kept up to date with each change. */
export class RunningDigest {
  readonly #index: DigestedRows;
  readonly #digestOf: (row: number) => number;
  #sum: number | undefined;

  constructor(index: DigestedRows, digestOf: (row: number) => number) {
    this.#index = index;
    this.#digestOf = digestOf;
  }

  /** Equals the server's if both have the same products. Undefined while columns are missing. */
  get sum(): number | undefined {
    if (this.#sum === undefined && this.#index.hasColumns) this.#sum = this.#addRows(0, 0, this.#index.rows);
    return this.#sum;
  }

  /** Computes `sum` in steps, after each of which it awaits `pause`: no query waits for the whole of it. */
  async prepare(pause: () => Promise<void>): Promise<void> {
    const index = this.#index;
    while (this.#sum === undefined && index.hasColumns) {
      const { version } = index;
      let sum = 0;
      for (let start = 0; start < index.rows && index.version === version; start += ROWS_PER_STEP) {
        sum = this.#addRows(sum, start, start + ROWS_PER_STEP);
        await pause();
      }
      // Otherwise, rows from before and after a change have been added up.
      if (index.version === version) this.#sum = sum;
    }
  }

  /** Subtracts a row, which must not have changed yet. */
  remove(row: number): void {
    if (this.#sum !== undefined) this.#sum = subtractDigest(this.#sum, this.#digestOf(row));
  }

  /** Adds a new row; `digest` is computed only while the sum is known. */
  add(digest: () => number): void {
    if (this.#sum !== undefined) this.#sum = addDigest(this.#sum, digest());
  }

  #addRows(known: number, start: number, end: number): number {
    const { isDead, rows } = this.#index;
    let sum = known;
    const stop = Math.min(end, rows);
    for (let row = start; row < stop; row++) if (isDead[row] === 0) sum = addDigest(sum, this.#digestOf(row));
    return sum;
  }
}
