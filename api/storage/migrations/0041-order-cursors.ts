import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Removes a copy of what the orders say themselves: the number of the last change to a user's orders is the highest of theirs. */
export const orderCursors: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table user_account drop column order_seq`.execute(db);
  },
};
