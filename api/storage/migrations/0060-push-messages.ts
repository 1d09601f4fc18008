import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createTable } from './create-table.ts';

/** Stores push messages until their push service has them; they end with the subscription of their device. */
export const pushMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await createTable(db, 'push_message', (table, { text, integer }) =>
      table
        .addColumn('id', text, (column) => column.notNull().primaryKey())
        .addColumn('endpoint', text, (column) =>
          column.notNull().references('push_subscription.endpoint').onDelete('cascade'),
        )
        .addColumn('sub', text, (column) => column.notNull())
        .addColumn('tag', text, (column) => column.notNull())
        .addColumn('message', text, (column) => column.notNull())
        .addColumn('attempts', integer, (column) => column.notNull())
        .addColumn('next_attempt_at', integer, (column) => column.notNull())
        .addColumn('created_at', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull()),
    );
    const { schema } = db;
    await schema.createIndex('push_message_by_tag').unique().on('push_message').columns(['endpoint', 'tag']).execute();
    await schema.createIndex('push_message_due').on('push_message').column('next_attempt_at').execute();
  },
};
