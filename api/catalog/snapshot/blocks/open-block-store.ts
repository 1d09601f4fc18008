import type { ShopKey } from '#contract/shops.ts';
import type { Database } from '../../../storage/database.ts';
import type { BlockStore } from './block-store.ts';
import { forgetBlocks, listBucketBlocks } from './bucket-block.repository.ts';
import type { BucketBlockStoreOptions } from './bucket-block-store.ts';
import { createRowBlockStore } from './row-block-store.ts';

/** Opens the store of blocks: the bucket of images where there is one, or the rows. */
export async function openBlockStore({
  hasBucket,
  ...options
}: BucketBlockStoreOptions & { readonly hasBucket: boolean }): Promise<BlockStore> {
  if (hasBucket) {
    const { createBucketBlockStore } = await import('./bucket-block-store.ts');
    return createBucketBlockStore(options);
  }
  return createRowBlockStore(options.database);
}

/** Lets the snapshots of a shop that no longer has its bucket be built anew; returns its shops with such snapshots. */
export async function forgetBucketBlocks({ reader, writer }: Pick<Database, 'reader' | 'writer'>): Promise<ShopKey[]> {
  const hashes = await listBucketBlocks(reader, Number.MAX_SAFE_INTEGER);
  return hashes.length === 0 ? [] : writer.transaction().execute((trx) => forgetBlocks(trx, hashes));
}
