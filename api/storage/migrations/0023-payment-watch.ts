import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the time until which payments were watched, so that a server that was off, or whose data was put back, checks what it missed. */
export const paymentWatch: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table payment_watch (
      id integer primary key check (id = 1),
      watched_until integer not null
    ) strict`.execute(db);
  },
};
