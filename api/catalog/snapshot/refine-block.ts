import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Job } from '../../jobs/job.ts';
import type { Database } from '../../storage/database.ts';
import { brotliOptionsOf } from './compress-block.ts';
import type { BlockStore } from './blocks/block-store.ts';
import { findQuickBlock } from './snapshot.repository.ts';

/** A block that is as old as this and still in use lasts. Most others are replaced before, and compressing them twice would be in vain. */
const LASTING_MS = 60 * 60 * 1_000;
/** A large block takes about a second of one core. */
const EVERY_MS = 15_000;

const compress = promisify(brotliCompress);

/** Compresses a block of a newest snapshot as well as possible that was compressed quickly and lasts, if there is one. */
export async function refineBlock(
  { reader }: Pick<Database, 'reader'>,
  blocks: BlockStore,
  nowMs: number,
): Promise<void> {
  const hash = await findQuickBlock(reader, nowMs - LASTING_MS);
  const block = hash === undefined ? undefined : await blocks.find(hash);
  if (hash === undefined || !block?.brotli) return;
  // On a thread of the pool. The name of a block is that of its bytes, however they are compressed.
  const brotli = await compress(block.bytes, brotliOptionsOf(block.bytes.length, 'best'));
  await blocks.refine(hash, brotli.length < block.brotli.length ? brotli : block.brotli);
}

/** Refines blocks one at a time, which leaves processor time for requests. */
export const createRefineBlocksJob = (database: Database, blocks: BlockStore, now: () => number): Job => ({
  name: 'refine-blocks',
  everyMs: EVERY_MS,
  run: () => refineBlock(database, blocks, now()),
});
