import BetterSqlite3 from 'better-sqlite3';
import type { World } from './world.ts';

/**
 * Triggers that log every change of a cart line, and every order, in the order of the commits. The log is part of the server's database, so
 * that it goes back with it when a backup is restored.
 */
const TRIGGERS = `
  create table simulated_change (
    number integer primary key autoincrement,
    sub text not null,
    product_id integer not null,
    kind text not null,
    before integer not null,
    after integer not null,
    price_cents integer not null
  );
  create trigger simulated_line_added after insert on cart_line begin
    insert into simulated_change (sub, product_id, kind, before, after, price_cents)
    values (new.sub, new.product_id, 'line', 0, new.quantity, new.price_seen_cents);
  end;
  create trigger simulated_line_changed after update of quantity, price_seen_cents on cart_line
  when old.quantity <> new.quantity or old.price_seen_cents <> new.price_seen_cents begin
    insert into simulated_change (sub, product_id, kind, before, after, price_cents)
    values (new.sub, new.product_id, 'line', old.quantity, new.quantity, new.price_seen_cents);
  end;
  create trigger simulated_line_removed after delete on cart_line begin
    insert into simulated_change (sub, product_id, kind, before, after, price_cents)
    values (old.sub, old.product_id, 'line', old.quantity, 0, 0);
  end;
  create trigger simulated_order after insert on purchase begin
    insert into simulated_change (sub, product_id, kind, before, after, price_cents)
    values (new.sub, new.product_id, 'order', 0, 0, 0);
  end;
`;

/** A committed change of a cart line, or an order of its product, which takes the line out of the cart. */
export interface LoggedChange {
  readonly sub: string;
  readonly product_id: number;
  readonly kind: 'line' | 'order';
  /** Units of the line; 0 without one. */
  readonly before: number;
  readonly after: number;
  /** The price that the buyer saw, which identifies the tap; 0 for a line that was removed. */
  readonly price_cents: number;
}

/** Adds the log to a database that no process uses. */
export function addChangeLog(databaseFile: string): void {
  const database = new BetterSqlite3(databaseFile);
  database.exec(TRIGGERS);
  database.close();
}

/** Returns what was committed to carts, in order. */
export const readChangeLog = (world: World): LoggedChange[] =>
  world.rows('select sub, product_id, kind, before, after, price_cents from simulated_change order by number');

export const countChanges = (world: World): number =>
  world.rows<{ count: number }>('select count(*) as count from simulated_change')[0]?.count ?? 0;
