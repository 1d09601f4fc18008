import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  // Roles are JSON. Rows of revoked administrators stay: their devices learn of the revocation by their tokens.
  sql`create table administrator (
    id text not null primary key,
    name text not null,
    roles text not null,
    created_at integer not null,
    registered_at integer,
    revoked_at integer
  ) strict`,
  sql`create unique index administrator_by_name on administrator (lower(name)) where revoked_at is null`,

  sql`create table passkey (
    id text not null primary key,
    administrator_id text not null references administrator (id),
    name text not null,
    public_key blob not null,
    counter integer not null check (counter >= 0),
    transports text not null,
    created_at integer not null,
    used_at integer
  ) strict`,
  sql`create index passkey_by_administrator on passkey (administrator_id)`,

  sql`create table recovery_code (
    hash text not null primary key,
    administrator_id text not null references administrator (id)
  ) strict`,
  sql`create index recovery_code_by_administrator on recovery_code (administrator_id)`,

  // An administrator has at most one link.
  sql`create table registration_link (
    hash text not null primary key,
    administrator_id text not null unique references administrator (id),
    expires_at integer not null
  ) strict`,

  // Tokens of logins whose password was right and whose passkey is still missing.
  sql`create table pending_login (
    token_hash text not null primary key,
    tries integer not null check (tries >= 0),
    expires_at integer not null
  ) strict`,

  // A token, pending or not, has at most one challenge per purpose.
  sql`create table passkey_challenge (
    token_hash text not null,
    purpose text not null,
    hash text not null,
    expires_at integer not null,
    primary key (token_hash, purpose)
  ) strict`,

  // The id names a session without revealing its token. A token without an administrator has no name, as before the first passkey.
  sql`alter table admin_token add column id text`,
  sql`alter table admin_token add column administrator_id text references administrator (id)`,
  sql`alter table admin_token add column passkey_id text`,
  sql`alter table admin_token add column proved_at integer`,
  sql`alter table admin_token add column browser text`,
  sql`alter table admin_token add column system text`,
  sql`alter table admin_token add column network text`,
  sql`update admin_token set id = lower(hex(randomblob(16)))`,
  sql`create unique index admin_token_by_id on admin_token (id)`,
  sql`create index admin_token_by_administrator on admin_token (administrator_id)`,
];

/** Named administrators with roles, passkeys, recovery codes and registration links; their tokens, pending logins and challenges. */
export const administrators: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
