import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const DAYS_30_MS = 30 * 86_400_000;

const STATEMENTS = [
  // Null: it never expires. A purchase or an administrator's operation must not be repeated however late; users' operations have their own rule.
  sql`alter table idempotency add column expires_at integer`,
  // For an operation: its outbox, and its number in the outbox.
  sql`alter table idempotency add column client text`,
  sql`alter table idempotency add column number integer`,
  // Views of products no longer store results.
  sql`delete from idempotency where owner like 'visitor %'`,
  sql`update idempotency set expires_at = created_at + ${sql.lit(DAYS_30_MS)}
    where key like 'import-products %'`,
  // The key of an operation was "push <client> <number>".
  sql`update idempotency set
      client = substr(key, 6, instr(substr(key, 6), ' ') - 1),
      number = cast(substr(substr(key, 6), instr(substr(key, 6), ' ') + 1) as integer)
    where key like 'push %'`,
  sql`update idempotency set key = 'operation ' || client || '.' || number, result = json_remove(result, '$.op')
    where client is not null`,
  sql`drop index idempotency_by_age`,
  sql`create index idempotency_by_expiry on idempotency (expires_at) where expires_at is not null`,
  sql`create index idempotency_by_outbox on idempotency (owner, client, created_at) where client is not null`,

  sql`create table outbox (
    owner text not null references user_account (sub),
    client text not null,
    acknowledged integer not null default 0 check (acknowledged >= 0),
    forgotten integer not null default 0 check (forgotten >= 0),
    primary key (owner, client)
  ) strict`,
];

/** Results of operations by the operations' own ids, kept until their device has acknowledged them. */
export const operations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
