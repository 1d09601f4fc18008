import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The shop login by which an administrator answers chats. */
export const chatLogins: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table administrator add column chat_sub text`.execute(db);
  },
};
