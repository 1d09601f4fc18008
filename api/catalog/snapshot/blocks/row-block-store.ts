import type { Database } from '../../../storage/database.ts';
import { findBlock, storeBlock, storeRefinedBlock } from '../snapshot.repository.ts';
import type { BlockStore } from './block-store.ts';

/** Keeps the bytes of blocks in their rows. */
export const createRowBlockStore = ({ reader, writer }: Pick<Database, 'reader' | 'writer'>): BlockStore => ({
  isElsewhere: false,
  put: (block, nowMs) => storeBlock(writer, block, nowMs),
  find: (hash) => findBlock(reader, hash),
  refine: (hash, brotli) => storeRefinedBlock(writer, hash, brotli),
  tidy: () => Promise.resolve(),
  stop: () => Promise.resolve(),
});
