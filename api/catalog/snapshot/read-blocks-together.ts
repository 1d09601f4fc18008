import { ApiError } from '#contract/errors.ts';
import { MAX_TOGETHER_BYTES } from '#contract/limits.ts';
import type { Queryable } from '../../storage/database.ts';
import { findBlock } from './snapshot.repository.ts';

/** Blocks one after the other. */
export interface BlocksTogether {
  readonly body: Buffer;
  /** Whether their bytes are compressed already, as those of details are. */
  readonly isPacked: boolean;
}

/** Reads blocks as one body. @throws ApiError `not-found` when one is missing or when they are too large together */
export async function readBlocksTogether(db: Queryable, hashes: readonly string[]): Promise<BlocksTogether> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  let isPacked = true;
  for (const hash of hashes) {
    const block = await findBlock(db, hash);
    if (!block) throw new ApiError('not-found');
    isPacked &&= block.brotli === null;
    sizeBytes += block.bytes.length;
    if (sizeBytes > MAX_TOGETHER_BYTES) throw new ApiError('not-found');
    parts.push(Buffer.from(block.bytes));
  }
  return { body: Buffer.concat(parts), isPacked };
}
