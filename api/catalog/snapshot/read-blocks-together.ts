import { ApiError } from '#contract/http/errors.ts';
import { MAX_TOGETHER_BYTES } from '#contract/limits.ts';
import type { BlockStore, StoredBlock } from './blocks/block-store.ts';

/** Blocks that are read at a time: each may be a call of an object store. */
const AT_ONCE = 4;

/** Blocks, joined one after the other. */
export interface BlocksTogether {
  readonly body: Buffer;
  /** Whether their bytes are compressed already, as those of details are. */
  readonly isPacked: boolean;
}

/** Finds blocks that are to be sent together. @throws ApiError `not-found` when one is missing or when they are too large together */
export async function findBlocksTogether(
  blocks: Pick<BlockStore, 'find'>,
  hashes: readonly string[],
): Promise<StoredBlock[]> {
  const parts: StoredBlock[] = [];
  let sizeBytes = 0;
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const found = await Promise.all(hashes.slice(start, start + AT_ONCE).map((hash) => blocks.find(hash)));
    for (const block of found) {
      if (!block) throw new ApiError('not-found');
      sizeBytes += block.bytes.length;
      if (sizeBytes > MAX_TOGETHER_BYTES) throw new ApiError('not-found');
      parts.push(block);
    }
  }
  return parts;
}

/** Joins blocks to one body. */
export const joinBlocks = (blocks: readonly StoredBlock[]): BlocksTogether => ({
  body: Buffer.concat(blocks.map(({ bytes }) => bytes)),
  isPacked: blocks.every(({ brotli }) => brotli === null),
});
