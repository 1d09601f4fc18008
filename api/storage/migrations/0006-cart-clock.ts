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

/** One clock of all carts, by which a restored backup with fewer changes of any cart is recognized. */
export const cartClock: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
