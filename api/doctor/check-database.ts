import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Schema } from '../storage/schema.ts';
import { openSqliteReader } from '../storage/sqlite-database.ts';
import { adviseOnStorage } from '../storage/storage-fault.ts';
import { note, problem } from './finding.ts';
import type { Finding } from './finding.ts';

/** Clocks of a server differ by less. */
const MAX_SKEW_MS = 60_000;

/** Checks the database without changing it: its integrity, passkeys, and times that the clock has not reached. */
export async function checkDatabase({ databaseFile }: Config, nowMs: number): Promise<Finding[]> {
  if (!existsSync(databaseFile)) return [note(`There is no database at ${databaseFile} yet.`)];
  try {
    const db = openSqliteReader(databaseFile);
    try {
      return [...(await checkIntegrity(db)), ...(await checkPasskeys(db)), ...(await checkClock(db, nowMs))];
    } finally {
      await db.destroy();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [problem(adviseOnStorage(error, databaseFile) ?? `The database ${databaseFile} cannot be read: ${reason}`)];
  }
}

async function checkIntegrity(db: Kysely<Schema>): Promise<Finding[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(5)`.execute(db);
  const faults = rows.map(({ quick_check }) => quick_check).filter((text) => text !== 'ok');
  return faults.map((text) => problem(`The database is damaged, restore a backup: ${text}`));
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
