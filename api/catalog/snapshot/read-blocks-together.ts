import { ApiError } from '#contract/errors.ts';
import { MAX_TOGETHER_BYTES } from '#contract/limits.ts';
import type { Queryable } from '../../storage/database.ts';
import { findBlock } from './snapshot.repository.ts';

/**
 * Reads blocks of details one after the other, as one body. @throws ApiError `not-found` when one is missing, is compressed on its way, which
 * a common body cannot be without being compressed again, or when they are too large together
 */
export async function readBlocksTogether(db: Queryable, hashes: readonly string[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  for (const hash of hashes) {
    const block = await findBlock(db, hash);
    if (!block || block.brotli) throw new ApiError('not-found');
    sizeBytes += block.bytes.length;
    if (sizeBytes > MAX_TOGETHER_BYTES) throw new ApiError('not-found');
    parts.push(Buffer.from(block.bytes));
  }
  return Buffer.concat(parts);
}
