import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the languages of buyers and devices, English for earlier ones, and for each device a count of consecutive messages that failed. */
export const languages: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table purchase add column language text not null default 'en'`.execute(db);
    await sql`alter table push_subscription add column language text not null default 'en'`.execute(db);
    await sql`alter table watch_list add column failures integer not null default 0`.execute(db);
  },
};
