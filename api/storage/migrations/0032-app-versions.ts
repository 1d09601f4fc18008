import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the build of the app that a session's device used last. */
export const appVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table session add column app_version text`.execute(db);
  },
};
