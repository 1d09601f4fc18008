import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Job } from '../../jobs/job.ts';
import type { Database } from '../../storage/database.ts';
import { brotliOptionsOf } from './compress-block.ts';
import type { BlockStore } from './blocks/block-store.ts';
import { findQuickBlock } from './snapshot.repository.ts';

/** A block in use that is this old will probably last. Most others are replaced earlier, and compressing them again would be wasted. */
const LASTING_MS = 60 * 60 * 1_000;
/** A large block takes about a second of one core. */
const EVERY_MS = 15_000;

const compress = promisify(brotliCompress);

/** Compresses one block of the newest snapshots as well as possible, if there is one that was compressed quickly and has lasted. */
export async function refineBlock(
  { reader }: Pick<Database, 'reader'>,
  blocks: BlockStore,
  nowMs: number,
): Promise<void> {
  const hash = await findQuickBlock(reader, nowMs - LASTING_MS);
  const block = hash === undefined ? undefined : await blocks.find(hash);
  if (hash === undefined || !block?.brotli) return;
  // Runs on a thread of the pool. The block keeps its name, which is the hash of its uncompressed bytes.
  const brotli = await compress(block.bytes, brotliOptionsOf(block.bytes.length, 'best'));
  await blocks.refine(hash, brotli.length < block.brotli.length ? brotli : block.brotli);
}

/** Refines blocks one at a time, which leaves processor time for requests. */
export const createRefineBlocksJob = (database: Database, blocks: BlockStore, now: () => number): Job => ({
  name: 'refine-blocks',
  everyMs: EVERY_MS,
  run: () => refineBlock(database, blocks, now()),
});
