import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Schema } from '../storage/schema.ts';
import { STARTED_KEY } from '../storage/epoch.ts';
import { findMeta } from '../storage/meta.repository.ts';
import { findSchemaFault, readSchemaState } from '../storage/migrate.ts';
import { mayExist, nameDatabase } from '../storage/database-source.ts';
import { openReader } from '../storage/open-database.ts';
import { adviseOnStorage } from '../storage/storage-fault.ts';
import { note, problem } from './finding.ts';
import type { Finding } from './finding.ts';

/** A smaller difference to the time of the last start is no fault: clocks are corrected. */
const MAX_SKEW_MS = 60_000;
/** Orders and payments compare times of several nodes. */
const MAX_SERVER_SKEW_MS = 2_000;

/** Checks the database without changing it: its schema, its integrity, and whether the clock is behind the time of the last start. */
export async function checkDatabase({ database }: Config, nowMs: number): Promise<Finding[]> {
  if (!mayExist(database)) return [note(`There is no database at ${nameDatabase(database)} yet.`)];
  try {
    const db = await openReader(database);
    try {
      const isServer = database.engine === 'postgres';
      const schema = await checkSchema(db, isServer);
      // With another schema, nothing more can be read.
      if (schema.length > 0) return schema;
      return [
        ...(await (isServer ? checkServer(db, nowMs) : checkFile(db))),
        ...(await checkCounters(db)),
        ...(await checkClock(db, nowMs)),
      ];
    } finally {
      await db.destroy();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      problem(adviseOnStorage(error, database) ?? `The database ${nameDatabase(database)} cannot be read: ${reason}`),
    ];
  }
}

/** Checks that this version can run on the schema. An older schema of a file is only noted: the next start migrates it. */
async function checkSchema(db: Kysely<Schema>, isServer: boolean): Promise<Finding[]> {
  const state = await readSchemaState(db);
  const fault = findSchemaFault(state);
  if (fault === undefined) return [];
  const isOlder = state.newer.length === 0;
  return [
    isOlder && !isServer ? note('The database has an older schema: the next start migrates it.') : problem(fault),
  ];
}

/** Compares the counters of the shops, which devices check their rows by, with the rows. */
async function checkCounters(db: Kysely<Schema>): Promise<Finding[]> {
  return db.transaction().execute(async (trx) => {
    const shops = await trx.selectFrom('shop').select(['key', 'count']).execute();
    const counted = await trx
      .selectFrom('product')
      .select((eb) => ['shop', eb.fn.countAll<number>().as('rows')])
      .groupBy('shop')
      .execute();
    const rowsOf = new Map(counted.map(({ shop, rows }) => [shop, rows]));
    return shops.flatMap(({ key, count }) => {
      const rows = rowsOf.get(key) ?? 0;
      if (rows === count) return [];
      return [
        problem(`The database is damaged, restore a backup: the shop ${key} has ${rows} products and counts ${count}.`),
      ];
    });
  });
}

async function checkFile(db: Kysely<Schema>): Promise<Finding[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(5)`.execute(db);
  const faults = rows.map(({ quick_check }) => quick_check).filter((text) => text !== 'ok');
  const { rows: orphans } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  if (orphans[0]) faults.push(`a row of ${orphans[0].table} refers to one that is missing`);
  return faults.map((text) => problem(`The database is damaged, restore a backup: ${text}`));
}

/** Checks that the database server keeps commits and orders texts as required, that its user has the rights, and that its clock agrees with ours. */
async function checkServer(db: Kysely<Schema>, nowMs: number): Promise<Finding[]> {
  const { rows } = await sql<{
    fsync: string;
    synchronous_commit: string;
    full_page_writes: string;
    now_ms: number;
    may_create: boolean;
    checksum_failures: number | null;
  }>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes,
      floor(extract(epoch from clock_timestamp()) * 1000) as now_ms,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
      (select checksum_failures from pg_stat_database where datname = current_database()) as checksum_failures`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return [];
  const { listOtherCollations } = await import('../nodes/postgres/postgres-database.ts');
  const { now_ms: serverMs, may_create: mayCreate, checksum_failures: failures, ...settings } = row;
  const columns = await listOtherCollations(db);
  const skewMs = serverMs - nowMs;
  return [
    ...Object.entries(settings).flatMap(([name, value]) =>
      value === 'off'
        ? [problem(`PostgreSQL has ${name} = off: commits can be lost in a power cut. Set it to on.`)]
        : [],
    ),
    ...(columns.length > 0
      ? [problem(`Texts are ordered in another way than Hexlime needs, restore a backup: ${columns.join(', ')}`)]
      : []),
    ...(mayCreate
      ? []
      : [problem('The user of DATABASE_URL may not create tables: let it own the database, or upgrades fail.')]),
    ...((failures ?? 0) > 0
      ? [problem(`The database is damaged, restore a backup: ${failures} of its pages had a wrong checksum.`)]
      : []),
    ...(Math.abs(skewMs) > MAX_SERVER_SKEW_MS
      ? [
          problem(
            `The clock differs from that of the database server by ${Math.round(skewMs / 1_000)} s: synchronise both.`,
          ),
        ]
      : []),
  ];
}

async function checkClock(db: Kysely<Schema>, nowMs: number): Promise<Finding[]> {
  const skewMs = Number((await findMeta(db, STARTED_KEY)) ?? 0) - nowMs;
  if (skewMs < MAX_SKEW_MS) return [];
  return [problem(`The clock is at least ${Math.round(skewMs / 1_000)} s behind the time of the last start: set it.`)];
}
