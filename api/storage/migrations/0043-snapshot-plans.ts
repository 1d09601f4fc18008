import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores with a snapshot what its cards blocks hold, so that the next one reuses those in which nothing changed. Earlier snapshots have no plan. */
export const snapshotPlans: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table snapshot_manifest add column layout integer not null default 0`.execute(db);
    await sql`alter table snapshot_manifest add column plan text`.execute(db);
    await sql`alter table snapshot_manifest add column products_at integer not null default 0`.execute(db);
  },
};
