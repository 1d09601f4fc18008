import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`create table cart_clock (
    id integer not null primary key check (id = 1),
    seq integer not null check (seq >= 0)
  ) strict`,
  sql`insert into cart_clock (id, seq) select 1, coalesce(max(cart_seq), 0) from user_account`,
];

/** Adds one clock for all carts, which shows when a restored backup lacks changes of a cart. */
export const cartClock: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
