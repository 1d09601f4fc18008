import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createTable } from './create-table.ts';

/** Adds images of imports that the server fetches, and an index that finds images by their folder, which several images may share. */
export const imageDownloads: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, 'image_download', (table, { integer, text }) =>
      table
        .addColumn('id', text, (column) => column.notNull().primaryKey())
        .addColumn('shop', text, (column) => column.notNull().references('shop.key'))
        .addColumn('product_id', integer, (column) => column.notNull())
        .addColumn('life', integer, (column) => column.notNull())
        .addColumn('position', integer, (column) => column.notNull())
        .addColumn('link', text, (column) => column.notNull())
        .addColumn('state', text, (column) => column.notNull())
        .addColumn('reason', text, (column) => column.notNull())
        .addColumn('image_id', text)
        .addColumn('due_at', integer, (column) => column.notNull()),
    );
    await db.schema.createIndex('image_download_by_state').on('image_download').columns(['state', 'due_at']).execute();
    await db.schema
      .createIndex('image_download_by_product')
      .on('image_download')
      .columns(['shop', 'product_id'])
      .execute();
    await db.schema.createIndex('product_picture_by_folder').on('product_picture').column('folder').execute();
  },
};
