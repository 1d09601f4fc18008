import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createTable } from './create-table.ts';

/** Leases of background work, for shops of several nodes. */
export const leases: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, 'lease', (table, { text, integer }) =>
      table
        .addColumn('name', text, (column) => column.notNull().primaryKey())
        .addColumn('holder', text, (column) => column.notNull())
        .addColumn('number', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .addColumn('ended_at', integer, (column) => column.notNull()),
    );
  },
};
