import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the canned replies of the staff. */
export const chatReplies: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table chat_reply (
      id text not null primary key,
      name text not null,
      text text not null,
      version integer not null,
      place integer not null
    ) strict`.execute(db);
  },
};
