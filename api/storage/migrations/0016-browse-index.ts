import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds what lists filter and sort by to the index of titles, so that a list reads this index alone and not the wide rows with their
 * descriptions.
 */
export const browseIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index product_by_title`.execute(db);
    await sql`create index product_by_title on product (shop, title_key, id, sort_price_cents, price_cents, rate, availability,
      main_category, category)`.execute(db);
  },
};
