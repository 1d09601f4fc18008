import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const INDEXES = [
  // Sums of a category's prices without reading its products.
  sql`create index product_by_price_sums on product (shop, main_category, category, price_cents, typical_price_cents)`,
  // The most viewed products without reading the others.
  sql`create index product_view_by_count on product_view (shop, count, product_id)`,
];

/** Indexes for the start screen of a large shop. */
export const overviewIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of INDEXES) await statement.execute(db);
  },
};
