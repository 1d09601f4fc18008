import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The barcode of a product. */
export const barcodes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table product add column barcode text not null default ''`.execute(db);
  },
};
