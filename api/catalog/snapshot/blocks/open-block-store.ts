import type { BlockStore } from './block-store.ts';
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
