import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the country to the addresses of orders; earlier ones have none. */
export const orderCountry: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table purchase add column country text not null default ''`.execute(db);
  },
};
