import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypesOf } from './create-table.ts';

/** What tells products apart that got the same id in two histories of the data; empty for those that were added before, and by imports. */
export const productIdentity: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = columnTypesOf(db);
    await sql`alter table product add column identity ${text} not null default ''`.execute(db);
  },
};
