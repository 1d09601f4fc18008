import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypesOf } from './create-table.ts';

/** Marks images of open-box products that show a single condition. */
export const conditionImages: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = columnTypesOf(db);
    await sql`alter table product_picture add column condition ${text} not null default ''`.execute(db);
    await sql`alter table product add column condition_images ${text} not null default ''`.execute(db);
  },
};
