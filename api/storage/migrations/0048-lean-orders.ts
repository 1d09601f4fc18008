import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The key under which purchases were remembered: this word, a space, and the caller's key. */
const KEY_PREFIX = 'purchase ';

const STATEMENTS = [
  // The order itself remembers its key, which had a separate row and index entry.
  sql`alter table purchase add column request_key text`,
  sql`alter table purchase add column request_hash text`,
  sql`update purchase set
    request_key = (select substr(idempotency.key, ${sql.lit(KEY_PREFIX.length + 1)}) from idempotency
      where idempotency.owner = purchase.sub and idempotency.key like ${sql.lit(`${KEY_PREFIX}%`)} and idempotency.result = purchase.id),
    request_hash = (select idempotency.request_hash from idempotency
      where idempotency.owner = purchase.sub and idempotency.key like ${sql.lit(`${KEY_PREFIX}%`)} and idempotency.result = purchase.id)`,
  sql`delete from idempotency where key like ${sql.lit(`${KEY_PREFIX}%`)} and exists (select 1 from purchase
    where purchase.id = idempotency.result and purchase.sub = idempotency.owner)`,
  sql`create unique index purchase_by_request on purchase (sub, request_key) where request_key is not null`,

  // A new order, which holds stock, is in one of these indexes instead of three.
  sql`drop index purchase_by_stock`,
  sql`drop index purchase_creating`,
  sql`drop index purchase_held`,
  sql`create index purchase_held on purchase (sub, status, next_attempt_at) where stock_state = 'held'`,
  sql`create index purchase_freed on purchase (sub, created_at) where stock_state = 'free'`,

  // An order from the cart changes both the orders and the cart, so one clock for both is enough.
  sql`create table account_clock (
    id integer not null primary key check (id = 1),
    seq integer not null check (seq >= 0)
  ) strict`,
  sql`insert into account_clock (id, seq) select 1, max(seq) from (
    select seq from order_clock union all select seq from cart_clock) as clocks`,
  sql`drop table order_clock`,
  sql`drop table cart_clock`,
];

/** Lets an order change fewer pages, because each changed page is written twice, first to the write-ahead log. */
export const leanOrders: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
