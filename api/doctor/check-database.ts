import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Schema } from '../storage/schema.ts';
import { mayExist, nameDatabase } from '../storage/database-source.ts';
import { openReader } from '../storage/open-database.ts';
import { adviseOnStorage } from '../storage/storage-fault.ts';
import { note, problem } from './finding.ts';
import type { Finding } from './finding.ts';

/** Clocks of a server differ by less. */
const MAX_SKEW_MS = 60_000;
/** Orders and payments compare times of several nodes. */
const MAX_SERVER_SKEW_MS = 2_000;

/** Checks the database without changing it: its integrity, passkeys, and times that the clock has not reached. */
export async function checkDatabase({ database }: Config, nowMs: number): Promise<Finding[]> {
  if (!mayExist(database)) return [note(`There is no database at ${nameDatabase(database)} yet.`)];
  try {
    const db = await openReader(database);
    try {
      return [
        ...(await (database.engine === 'sqlite' ? checkFile(db) : checkServer(db, nowMs))),
        ...(await checkPasskeys(db)),
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

async function checkFile(db: Kysely<Schema>): Promise<Finding[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(5)`.execute(db);
  const faults = rows.map(({ quick_check }) => quick_check).filter((text) => text !== 'ok');
  return faults.map((text) => problem(`The database is damaged, restore a backup: ${text}`));
}

/** Checks that the database server keeps commits, and that its clock is ours. */
async function checkServer(db: Kysely<Schema>, nowMs: number): Promise<Finding[]> {
  const { rows } = await sql<{ fsync: string; synchronous_commit: string; full_page_writes: string; now_ms: number }>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes,
      floor(extract(epoch from clock_timestamp()) * 1000) as now_ms`.execute(db);
  const [row] = rows;
  if (!row) return [];
  const { now_ms: serverMs, ...settings } = row;
  const skewMs = serverMs - nowMs;
  return [
    ...Object.entries(settings).flatMap(([name, value]) =>
      value === 'off'
        ? [problem(`PostgreSQL has ${name} = off: commits can be lost in a power cut. Set it to on.`)]
        : [],
    ),
    ...(Math.abs(skewMs) > MAX_SERVER_SKEW_MS
      ? [
          problem(
            `The clock differs from that of the database server by ${Math.round(skewMs / 1_000)} s: synchronise both.`,
          ),
        ]
      : []),
  ];
}

async function checkPasskeys(db: Kysely<Schema>): Promise<Finding[]> {
  const passkey = await db.selectFrom('passkey').select('id').limit(1).executeTakeFirst();
  if (passkey) return [];
  return [problem('No passkey is registered: the password alone opens the administration. Register one at /admin.')];
}

async function checkClock(db: Kysely<Schema>, nowMs: number): Promise<Finding[]> {
  const row = await db
    .selectFrom('data_line')
    .select((eb) => eb.fn.max('started_at').as('newest'))
    .executeTakeFirst();
  const skewMs = (row?.newest ?? 0) - nowMs;
  if (skewMs < MAX_SKEW_MS) return [];
  return [problem(`The clock is at least ${Math.round(skewMs / 1_000)} s behind the time of the last start: set it.`)];
}
