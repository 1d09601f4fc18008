import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`create table chat_tombstone (
    chat_id text not null,
    sub text not null,
    seq integer not null,
    deleted_at integer not null,
    primary key (chat_id, sub)
  ) strict`,
  sql`create index chat_tombstone_by_change on chat_tombstone (sub, seq)`,
  sql`create index chat_tombstone_by_age on chat_tombstone (deleted_at)`,
  sql`alter table chat_clock add column floor integer not null default 0`,

  // A row is written when the file's own row is deleted, and is itself deleted after the file, so that every file has a row.
  sql`create table erased_blob (path text not null primary key) strict`,
];

/** Adds tombstones of chats, and the files that have yet to be deleted after their rows. */
export const erasure: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
