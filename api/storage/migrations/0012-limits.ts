import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  // Null: the provider has not reported it.
  sql`alter table purchase add column paid_share real check (paid_share between 0 and 1)`,
  // Every purchase counts the stock that its buyer's orders hold, and the orders that the buyer abandoned in the last hour.
  sql`create index purchase_by_stock on purchase (sub, stock_state, created_at)`,

  // 0: the outbox is older than this migration.
  sql`alter table outbox add column created_at integer not null default 0`,
  // From now on, an outbox gets its row with its first result, so that outboxes can be counted.
  sql`insert into outbox (owner, client)
    select distinct owner, client from idempotency where client is not null and owner in (select sub from user_account)
    on conflict do nothing`,
];

/** Adds what the limits of a user need: the paid share of orders for the limit on held stock, and the age of outboxes. */
export const limits: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
