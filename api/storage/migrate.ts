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
import { bucketBlocks } from './migrations/0070-bucket-blocks.ts';
import { orderIndexes } from './migrations/0071-order-indexes.ts';
import { openers } from './migrations/0072-openers.ts';
import { history } from './migrations/0073-history.ts';
import { orderNumbers } from './migrations/0090-order-numbers.ts';
import { imageDownloads } from './migrations/0110-image-downloads.ts';
import { redirects } from './migrations/0111-redirects.ts';
import { chatSessions } from './migrations/0130-chat-sessions.ts';
import { conditionImages } from './migrations/0140-condition-images.ts';
import { productIdentity } from './migrations/0150-product-identity.ts';
import { createPostgresBaseline } from '../nodes/postgres/baseline.ts';
import { engineOf } from './engine-of.ts';
import { hasTable } from './has-table.ts';
import { findMeta, storeMeta } from './meta.repository.ts';
import type { Schema } from './schema.ts';
import { storageFaultOf } from './storage-fault.ts';

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
  '0070-bucket-blocks': bucketBlocks,
  '0071-order-indexes': orderIndexes,
  '0072-openers': openers,
  '0073-history': history,
  '0090-order-numbers': orderNumbers,
  '0110-image-downloads': imageDownloads,
  '0111-redirects': redirects,
  '0130-chat-sessions': chatSessions,
  '0140-condition-images': conditionImages,
  '0150-product-identity': productIdentity,
};

/**
 * The newest migration of the oldest Hexlime version that can run on this schema. Raise it when a migration removes or
 * changes what an earlier version uses. A migration that only adds something leaves it as it is, so that nodes of the
 * previous version keep running.
 */
export const OLDEST_COMPATIBLE = '0070-bucket-blocks';
/** The `meta` row in which the newest program notes its `OLDEST_COMPATIBLE` for older ones. */
const OLDEST_KEY = 'oldest_compatible_migration';

export interface MigrateOptions {
  /** Whether an older schema is migrated. False: it is rejected. */
  readonly mayMigrate?: boolean;
}

/**
 * Migrates a database to the newest schema and inserts a row for each shop. A database that a newer version has migrated is left as it is, if
 * that version says that this one can run on it.
 * @throws ConfigError, without changes, when this version cannot run on a newer version's schema, or may not migrate an older one
 * @throws Error when a migration fails, which is rolled back
 */
export async function migrate(db: Kysely<Schema>, { mayMigrate = true }: MigrateOptions = {}): Promise<void> {
  const state = await readSchemaState(db);
  if (state.newer.length > 0 || !mayMigrate) return requireUsable(state);
  const migrations = listMigrations(db);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    // A node of a newer version may have migrated the database meanwhile.
    const now = await readSchemaState(db);
    if (now.newer.length > 0) return requireUsable(now);
    // Errors that the operator can fix, such as a full disk, are passed on as they are.
    if (storageFaultOf(error) !== undefined) throw error;
    throw new Error('database migration failed', { cause: error });
  }
  if (state.oldest !== OLDEST_COMPATIBLE) await storeMeta(db, OLDEST_KEY, OLDEST_COMPATIBLE);
  await db
    .insertInto('shop')
    .values(SHOP_KEYS.map((key) => ({ key, seq: 0, count: 0, digest: 0, floor: 0, last_updated_at: 0, views_seq: 0 })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** What is known of a database's schema. */
export interface SchemaState {
  /** Migrations of this version that the database has not run. */
  readonly missing: readonly string[];
  /** Migrations that this version does not know. */
  readonly newer: readonly string[];
  /** The newest migration of the oldest version that can run on the schema; undefined if none is noted. */
  readonly oldest: string | undefined;
}

/** Compares the schema of a database with that of this version. */
export async function readSchemaState(db: Kysely<Schema>): Promise<SchemaState> {
  const known = Object.keys(listMigrations(db));
  if (!(await hasTable(db, DEFAULT_MIGRATION_TABLE))) return { missing: known, newer: [], oldest: undefined };
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  const has = new Set(rows.map(({ name }) => name));
  return {
    missing: known.filter((name) => !has.has(name)),
    newer: [...has].filter((name) => !Object.hasOwn(MIGRATIONS, name)),
    oldest: (await hasTable(db, 'meta')) ? await findMeta(db, OLDEST_KEY) : undefined,
  };
}

/** Says why this version cannot run on a schema; undefined: it can. */
export function findSchemaFault({ missing, newer, oldest }: SchemaState): string | undefined {
  const newest = Object.keys(MIGRATIONS).at(-1) ?? '';
  if (newer.length > 0 && (missing.length > 0 || oldest === undefined || newest < oldest)) {
    return `The database was used by a newer version of Hexlime (${newer.join(', ')}): start that version, or restore a backup that this one has made.`;
  }
  if (newer.length === 0 && missing.length > 0) {
    return `The database has the schema of an older version of Hexlime (${missing.join(', ')} is missing): run "npm run migrate" once.`;
  }
  return undefined;
}

/** @throws ConfigError */
function requireUsable(state: SchemaState): void {
  const fault = findSchemaFault(state);
  if (fault !== undefined) throw new ConfigError(fault);
}

/** The first migration of PostgreSQL databases, because there were none before it; all later migrations are for both engines. */
export const POSTGRES_BASELINE = '0048-lean-orders';

const listMigrations = (db: Kysely<Schema>): Record<string, Migration> =>
  engineOf(db) === 'sqlite'
    ? MIGRATIONS
    : {
        [POSTGRES_BASELINE]: createPostgresBaseline,
        ...Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name > POSTGRES_BASELINE)),
      };
