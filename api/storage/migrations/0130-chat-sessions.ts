import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypesOf } from './create-table.ts';

/** Lets a session in which an administrator answers chats name the administrator's token, with which the session ends. */
export const chatSessions: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = columnTypesOf(db);
    await sql`alter table session add column admin_token_hash ${text}`.execute(db);
    // Nearly all sessions are shoppers'.
    await sql`create index session_admin_token on session (admin_token_hash) where admin_token_hash is not null`.execute(
      db,
    );
  },
};
