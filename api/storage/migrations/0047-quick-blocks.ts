import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Notes since when a block has only a quick compression; an index finds such blocks without reading their bytes. */
export const quickBlocks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table snapshot_block add column quick_since integer`.execute(db);
    await sql`create index snapshot_block_quick on snapshot_block (quick_since, hash) where quick_since is not null`.execute(
      db,
    );
  },
};
