import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf } from '../engine-of.ts';

/** The number before the first order's: with four digits, a number does not reveal how few orders a shop has had. */
const NONE = sql.lit(1_000);

/** A trigger numbers each order, so that an order gets a number even on a node of the previous version, which knows no numbers. */
const TRIGGERS = {
  sqlite: [
    sql`create trigger purchase_number after insert on purchase when new.number is null begin
      update account_clock set orders = orders + 1 where id = 1;
      update purchase set number = (select orders from account_clock where id = 1) where id = new.id;
    end`,
  ],
  postgres: [
    sql`create function purchase_number() returns trigger language plpgsql as $$ begin
      update account_clock set orders = orders + 1 where id = 1 returning orders into new.number; return new;
    end $$`,
    sql`create trigger purchase_number before insert on purchase for each row
      when (new.number is null) execute function purchase_number()`,
  ],
} as const;

/**
 * Adds the short number of an order, for people. An order gets its number when it is placed, from a counter that never goes back. The
 * counter is in a row that the placing transaction has locked anyway. So no unique index is needed, which would cost each order one more
 * page to write.
 */
export const orderNumbers: Migration = {
  async up(db: Kysely<unknown>) {
    const integer = engineOf(db) === 'sqlite' ? sql`integer` : sql`bigint`;
    await sql`alter table purchase add column number ${integer}`.execute(db);
    await sql`alter table account_clock add column orders ${integer} not null default ${NONE}`.execute(db);
    await sql`update purchase set number = ${NONE} + placed.place
      from (select id, row_number() over (order by created_at, id) as place from purchase) as placed
      where placed.id = purchase.id`.execute(db);
    await sql`update account_clock set orders = ${NONE} + (select count(*) from purchase) where id = 1`.execute(db);
    for (const statement of TRIGGERS[engineOf(db)]) await statement.execute(db);
  },
};
