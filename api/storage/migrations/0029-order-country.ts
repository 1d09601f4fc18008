import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`alter table purchase add column country text not null default ''`,
  // Buyers' devices store address and life as well: with a new number, they read each order again.
  sql`update purchase set seq = numbered.seq from (
      select id, (select seq from order_clock) + row_number() over (order by seq, id) as seq from purchase
    ) as numbered where purchase.id = numbered.id`,
  sql`update user_account set order_seq = max(order_seq,
    (select coalesce(max(seq), 0) from purchase where purchase.sub = user_account.sub))`,
  sql`update order_clock set seq = max(seq, (select coalesce(max(seq), 0) from purchase))`,
];

/** Adds the country to the addresses of orders, and numbers all orders again in the feeds of their buyers. */
export const orderCountry: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
