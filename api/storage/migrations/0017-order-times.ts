import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`alter table purchase add column paid_at integer`,
  sql`alter table purchase add column sent_at integer`,
  sql`alter table purchase add column mail_problem text not null default ''`,
  // A late payment of an order without stock has no move in the ledger.
  sql`update purchase set paid_at = coalesce(
      (select min(at) from stock_move where order_id = purchase.id and kind in ('sell', 'sell_late')),
      (select min(received_at) from payment_notice where order_id = purchase.id and status = 'finished')
    ) where status in ('finished', 'refunded')`,
  sql`update purchase set sent_at = sending.at from (
      select subject, max(at) as at from admin_audit where action = 'ship-order'
        and json_extract(before, '$.shipped') = 0 and json_extract(after, '$.shipped') = 1 group by subject
    ) as sending where purchase.id = sending.subject and shipped = 1`,
  // Each of these orders gets a new number, so that devices read it again.
  sql`update purchase set seq = numbered.seq, clock = numbered.seq from (
      select id, (select seq from order_clock) + row_number() over (order by clock) as seq
      from purchase where paid_at is not null or sent_at is not null
    ) as numbered where purchase.id = numbered.id`,
  sql`update user_account set order_seq = max(order_seq,
    (select coalesce(max(seq), 0) from purchase where purchase.sub = user_account.sub))`,
  sql`update order_clock set seq = max(seq, (select coalesce(max(clock), 0) from purchase))`,

  sql`create table order_mail (
    id text not null primary key,
    order_id text not null references purchase (id),
    kind text not null check (kind in ('placed', 'paid', 'sent')),
    state text not null check (state in ('waiting', 'claimed', 'sent', 'failed')),
    attempts integer not null default 0,
    next_attempt_at integer not null,
    created_at integer not null,
    updated_at integer not null,
    unique (order_id, kind)
  ) strict`,
  sql`create index order_mail_due on order_mail (next_attempt_at) where state in ('waiting', 'claimed')`,
];

/** Adds the table of e-mails about orders and, to orders, the times of payment and sending, from the ledger, the notices and the audit log. */
export const orderTimes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
