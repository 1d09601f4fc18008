import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`create table data_line (
    number integer not null primary key,
    id text not null,
    started_at integer not null,
    counters text not null
  ) strict`,
  // From now on, the clock of all orders numbers the changes of each user's orders, so it must be ahead of every number in use.
  sql`update order_clock set seq = max(seq, (select coalesce(max(order_seq), 0) from user_account))`,
];

/** Adds the lines of the data's history, one for each start of a server. A cursor of an unknown line comes from a history that was lost. */
export const dataLines: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
