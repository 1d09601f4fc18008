import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createTable } from './create-table.ts';

/** Blocks of snapshots whose bytes are in the bucket. Without a bucket, blocks stay in `snapshot_block`. */
export const bucketBlocks: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, 'bucket_block', (table, { text, integer }) =>
      table
        .addColumn('hash', text, (column) => column.notNull().primaryKey())
        .addColumn('source_hash', text, (column) => column.notNull())
        .addColumn('size', integer, (column) => column.notNull())
        .addColumn('is_packed', integer, (column) => column.notNull())
        .addColumn('quick_since', integer)
        .addColumn('stored_at', integer, (column) => column.notNull()),
    );
    await db.schema.createIndex('bucket_block_by_source').on('bucket_block').columns(['source_hash']).execute();
  },
};
