import type { RowDigests } from '#contract/blocks/row-digests.ts';

/** The last comparison of a user's rows with the server's. */
export interface RowComparison {
  /** The server's. */
  readonly digests: RowDigests;
  /** Device times in ms. */
  readonly comparedAtMs: number;
  readonly rereadAtMs: number | null;
  /** All rows must be read again with the next exchange. */
  readonly isRereadDue: boolean;
  /** How often the rows differed and were read again. */
  readonly differences: number;
}
