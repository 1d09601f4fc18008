import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypesOf } from './create-table.ts';

/** Adds an identity, in which products with the same id in two histories of the data differ; empty for earlier and imported products. */
export const productIdentity: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = columnTypesOf(db);
    await sql`alter table product add column identity ${text} not null default ''`.execute(db);
  },
};
