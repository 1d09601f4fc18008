import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf } from '../engine-of.ts';
import { copyTables } from './copy-tables.ts';

const STATEMENTS = [
  // A new order's payment id is its own id, which is unique already; the payment provider may give it another one later.
  sql`create unique index purchase_by_payment on purchase (payment_id) where payment_id <> id`,
  // Only orders that hold no stock are found by their product here; the few that do hold stock are in a separate index.
  sql`create index purchase_closed on purchase (shop, product_id, life) where stock_state <> 'held'`,
  // The moves of an order are among those of its product, so one index finds both.
  sql`drop index stock_move_by_order`,
  sql`drop index stock_move_by_product`,
  sql`create unique index stock_move_by_product on stock_move (shop, product_id, life, condition, order_id, kind)`,
];

/** Takes a new order out of three indexes: each one is a page more to write. */
export const orderIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index purchase_by_product`.execute(db);
    if (engineOf(db) === 'sqlite') {
      await copyTables(db, [
        { table: 'purchase', drops: /(?<=payment_id text not null) unique/ },
        { table: 'order_mail' },
      ]);
    } else {
      await sql`alter table purchase drop constraint purchase_payment_id_key`.execute(db);
    }
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
