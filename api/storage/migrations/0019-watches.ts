import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`create table watch_list (
    endpoint text not null primary key references push_subscription (endpoint) on delete cascade,
    time_zone text not null,
    quiet_from integer,
    quiet_until integer,
    next_message_at integer not null default 0
  ) strict`,
  sql`create table watch (
    endpoint text not null references watch_list (endpoint) on delete cascade,
    shop text not null references shop (key),
    product_id integer not null,
    life integer not null,
    saved_cents integer not null,
    low_cents integer not null,
    was_available integer not null,
    back_told_at integer not null default 0,
    is_cheaper integer not null default 0,
    is_back integer not null default 0,
    primary key (endpoint, shop, product_id)
  ) strict, without rowid`,
  sql`create index watch_by_product on watch (shop, product_id)`,
  sql`create index watch_with_news on watch (endpoint) where is_cheaper = 1 or is_back = 1`,
  sql`create table watch_cursor (
    shop text not null primary key references shop (key),
    seq integer not null
  ) strict`,
];

/** Adds the products that devices watch, which end with the device's push subscription, and how far changes have been compared with them. */
export const watches: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
