import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Removes the number of the last change to a user's orders, because it is the highest number among these orders. */
export const orderCursors: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table user_account drop column order_seq`.execute(db);
  },
};
