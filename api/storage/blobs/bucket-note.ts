import { ConfigError } from '../../config/config.ts';
import type { Config } from '../../config/config.ts';
import type { Database, Queryable } from '../database.ts';
import { hasTable } from '../has-table.ts';
import { findMeta, storeMeta } from '../meta.repository.ts';

/** The `meta` row of a shop whose images and blocks are in a bucket. */
const BUCKET_KEY = 'has_bucket';

/** Returns whether a shop has its images and blocks in a bucket; false for a database without a schema. */
export async function isBucketNoted({ reader }: Pick<Database, 'reader'>): Promise<boolean> {
  return (await hasTable(reader, 'meta')) && (await findMeta(reader, BUCKET_KEY)) !== undefined;
}

/**
 * Checks that a server of a shop with a bucket has its settings: without them it would take all images and blocks for lost. Changes nothing.
 * @throws ConfigError when they are missing
 */
export async function requireNotedBucket(
  database: Pick<Database, 'reader'>,
  { bucket }: Pick<Config, 'bucket'>,
): Promise<void> {
  if (bucket !== undefined || !(await isBucketNoted(database))) return;
  throw new ConfigError(
    'The images and blocks of this shop are in a bucket: set the five S3_… settings, or run "npm run migrate -- --without-bucket" once if it has been given up.',
  );
}

/** Notes that the shop has a bucket. */
export async function noteBucket(database: Pick<Database, 'reader' | 'writer'>): Promise<void> {
  if (!(await isBucketNoted(database))) await storeMeta(database.writer, BUCKET_KEY, '1');
}

/** Deletes the note. */
export async function deleteBucketNote(db: Queryable): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', BUCKET_KEY).execute();
}
