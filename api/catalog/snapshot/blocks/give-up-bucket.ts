import { deleteBucketNote } from '../../../storage/blobs/bucket-note.ts';
import type { Database } from '../../../storage/database.ts';
import { forgetBlocks, listBucketBlocks } from './bucket-block.repository.ts';

/**
 * Deletes the rows of all blocks in the bucket of a stopped shop, and the note that the shop has a bucket, in one transaction: the next
 * start needs no bucket, and builds the snapshots anew. Returns the number of blocks. The objects stay.
 */
export function giveUpBucket({ writer }: Pick<Database, 'writer'>): Promise<number> {
  return writer.transaction().execute(async (trx) => {
    const hashes = await listBucketBlocks(trx, Number.MAX_SAFE_INTEGER);
    if (hashes.length > 0) await forgetBlocks(trx, hashes);
    await deleteBucketNote(trx);
    return hashes.length;
  });
}
