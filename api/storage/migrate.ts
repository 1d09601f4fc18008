import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { SHOP_KEYS } from '#contract/shops.ts';
import { ConfigError } from '../config/config.ts';
import { init } from './migrations/0001-init.ts';
import { overviewIndexes } from './migrations/0002-overview-indexes.ts';
import { commerce } from './migrations/0003-commerce.ts';
import { chat } from './migrations/0004-chat.ts';
import { admin } from './migrations/0005-admin.ts';
import { cartClock } from './migrations/0006-cart-clock.ts';
import { dataLines } from './migrations/0007-data-lines.ts';
import { operations } from './migrations/0008-operations.ts';
import { lives } from './migrations/0009-lives.ts';
import { composedTexts } from './migrations/0010-composed-texts.ts';
import { limits } from './migrations/0012-limits.ts';
import { administrators } from './migrations/0013-administrators.ts';
import { sessionsAndAudit } from './migrations/0014-sessions-and-audit.ts';
import { erasure } from './migrations/0015-erasure.ts';
import { browseIndex } from './migrations/0016-browse-index.ts';
import { orderTimes } from './migrations/0017-order-times.ts';
import { watches } from './migrations/0019-watches.ts';
import { chatLogins } from './migrations/0022-chat-logins.ts';
import { paymentWatch } from './migrations/0023-payment-watch.ts';
import { orderCountry } from './migrations/0029-order-country.ts';
import { barcodes } from './migrations/0031-barcodes.ts';
import { appVersions } from './migrations/0032-app-versions.ts';
import { chatReplies } from './migrations/0033-chat-replies.ts';
import { languages } from './migrations/0035-languages.ts';
import { watchCounts } from './migrations/0037-watch-counts.ts';
import { orderCursors } from './migrations/0041-order-cursors.ts';
import { snapshotPlans } from './migrations/0043-snapshot-plans.ts';
import { quickBlocks } from './migrations/0047-quick-blocks.ts';
import { leanOrders } from './migrations/0048-lean-orders.ts';
import { leases } from './migrations/0049-leases.ts';
import { pushMessages } from './migrations/0060-push-messages.ts';
import { createPostgresBaseline } from './postgres/baseline.ts';
import { engineOf } from './engine-of.ts';
import type { Schema } from './schema.ts';

/** In order. A released migration is never edited. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-init': init,
  '0002-overview-indexes': overviewIndexes,
  '0003-commerce': commerce,
  '0004-chat': chat,
  '0005-admin': admin,
  '0006-cart-clock': cartClock,
  '0007-data-lines': dataLines,
  '0008-operations': operations,
  '0009-lives': lives,
  '0010-composed-texts': composedTexts,
  '0012-limits': limits,
  '0013-administrators': administrators,
  '0014-sessions-and-audit': sessionsAndAudit,
  '0015-erasure': erasure,
  '0016-browse-index': browseIndex,
  '0017-order-times': orderTimes,
  '0019-watches': watches,
  '0022-chat-logins': chatLogins,
  '0023-payment-watch': paymentWatch,
  '0029-order-country': orderCountry,
  '0031-barcodes': barcodes,
  '0032-app-versions': appVersions,
  '0033-chat-replies': chatReplies,
  '0035-languages': languages,
  '0037-watch-counts': watchCounts,
  '0041-order-cursors': orderCursors,
  '0043-snapshot-plans': snapshotPlans,
  '0047-quick-blocks': quickBlocks,
  '0048-lean-orders': leanOrders,
  '0049-leases': leases,
  '0060-push-messages': pushMessages,
};

/**
 * Migrates a database to the newest schema and inserts a row for each shop.
 * @throws ConfigError, and changes nothing, when a newer version has migrated the database
 * @throws Error when a migration fails, which is rolled back
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  await refuseNewer(db);
  const migrations = engineOf(db) === 'postgres' ? listPostgresMigrations() : MIGRATIONS;
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('database migration failed', { cause: error });
  await db
    .insertInto('shop')
    .values(SHOP_KEYS.map((key) => ({ key, seq: 0, count: 0, digest: 0, floor: 0, last_updated_at: 0, views_seq: 0 })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** A database of PostgreSQL begins with the schema of a later migration, as there was none before; all that follow are for both engines. */
export const POSTGRES_BASELINE = '0048-lean-orders';

const listPostgresMigrations = (): Record<string, Migration> => ({
  [POSTGRES_BASELINE]: createPostgresBaseline,
  ...Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name > POSTGRES_BASELINE)),
});

/** @throws ConfigError */
async function refuseNewer(db: Kysely<Schema>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return;
  const rows = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  const newer = rows.rows.map(({ name }) => name).filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (newer.length === 0) return;
  throw new ConfigError(
    `The database was used by a newer version of Hexlime (${newer.join(', ')}): start that version, or restore a backup that this one has made.`,
  );
}
