import type { ShopKey } from '#contract/shops.ts';
import type { Transaction } from 'kysely';
import { chunksOf } from '../../../storage/chunks-of.ts';
import type { Database, Queryable } from '../../../storage/database.ts';
import { deleteBlockRows } from '../snapshot.repository.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { BucketBlockTable } from '../../../storage/schema/catalog.ts';

/** Stores the row of a block whose object is stored. */
export async function storeBucketBlock(db: Queryable, row: BucketBlockTable): Promise<void> {
  const { hash: _, ...values } = row;
  await db
    .insertInto('bucket_block')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(values))
    .execute();
}

/** Stores a row for an object that was found without one, unless it has got one meanwhile. */
export async function storeFoundObject(db: Queryable, hash: string, nowMs: number): Promise<void> {
  await db
    .insertInto('bucket_block')
    .values({ hash, source_hash: '', size: 0, is_packed: 0, quick_since: null, stored_at: nowMs })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Finds the row of a block; a row that was stored for an object found without one does not count. */
export function findBucketBlock(
  db: Queryable,
  hash: string,
): Promise<Pick<BucketBlockTable, 'size' | 'is_packed'> | undefined> {
  return db
    .selectFrom('bucket_block')
    .select(['size', 'is_packed'])
    .where('hash', '=', hash)
    .where('size', '>', 0)
    .executeTakeFirst();
}

export async function markBucketBlockRefined(db: Queryable, hash: string): Promise<void> {
  await db.updateTable('bucket_block').set({ quick_since: null }).where('hash', '=', hash).execute();
}

/** Returns the objects among `hashes` that have a row. */
export async function listKnownObjects(db: Queryable, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const part of chunksOf(hashes)) {
    const rows = await db.selectFrom('bucket_block').select('hash').where('hash', 'in', part).execute();
    for (const { hash } of rows) known.add(hash);
  }
  return known;
}

/** Lists the blocks that were stored up to a time. */
export async function listBucketBlocks(db: Queryable, storedByMs: number): Promise<string[]> {
  const rows = await db.selectFrom('bucket_block').select('hash').where('stored_at', '<=', storedByMs).execute();
  return rows.map(({ hash }) => hash);
}

/** Returns the hash of a block whose bytes are in its row, if there is one. */
export async function findRowBlock(db: Queryable): Promise<string | undefined> {
  const row = await db.selectFrom('snapshot_block').select('hash').limit(1).executeTakeFirst();
  return row?.hash;
}

/** Replaces the row that holds a block's bytes by the row of its object, in one transaction. */
export async function adoptRowBlock({ writer }: Pick<Database, 'writer'>, hash: string, nowMs: number): Promise<void> {
  await writer.transaction().execute(async (trx) => {
    const block = await trx
      .selectFrom('snapshot_block')
      .select((eb) => [
        'source_hash',
        'quick_since',
        eb.fn<number>('length', ['bytes']).as('size'),
        eb('brotli', 'is', null).as('is_packed'),
      ])
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!block) return;
    await storeBucketBlock(trx, { ...block, hash, is_packed: block.is_packed ? 1 : 0, stored_at: nowMs });
    await trx.deleteFrom('snapshot_block').where('hash', '=', hash).execute();
  });
}

/**
 * Deletes the rows of lost blocks, and finds the shops whose snapshots name one. Sets the layout of these shops' snapshots to 0, so that
 * the next build makes them anew, and returns the shops.
 */
export async function forgetBlocks(trx: Transaction<Schema>, hashes: readonly string[]): Promise<ShopKey[]> {
  const lost = new Set(hashes);
  await deleteBlockRows(trx, 'bucket_block', [...lost]);
  const manifests = await trx.selectFrom('snapshot_manifest').select(['shop', 'body']).execute();
  const names = (body: string): boolean =>
    Array.from(body.matchAll(/"([\da-f]{64})"/g)).some(([, hash]) => lost.has(hash ?? ''));
  const shops = new Set(manifests.filter(({ body }) => names(body)).map(({ shop }) => shop));
  if (shops.size > 0) {
    await trx
      .updateTable('snapshot_manifest')
      .set({ layout: 0 })
      .where('shop', 'in', [...shops])
      .execute();
  }
  return [...shops];
}
