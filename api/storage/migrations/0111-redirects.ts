import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createTable } from './create-table.ts';

/** Addresses of an earlier shop, and where they lead. */
export const redirects: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, 'redirect', (table, { integer, text }) =>
      table
        .addColumn('path', text, (column) => column.notNull().primaryKey())
        .addColumn('shop', text, (column) => column.notNull().references('shop.key'))
        .addColumn('product_id', integer)
        .addColumn('main_category', text)
        .addColumn('category', text),
    );
  },
};
