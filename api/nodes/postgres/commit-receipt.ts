import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Identifies a transaction when the database is asked whether it is stored. */
export interface CommitReceipt {
  /** Number of the transaction. */
  readonly id: string;
  /** Names the history of the server, within which it assigns each number only once. */
  readonly history: string;
}

/**
 * After a crash, a server may assign numbers again that it has assigned before, and so may a promoted standby. A crash resets the statistics of the
 * log, and a promotion begins a new timeline, so that each changes this text.
 */
const HISTORY = `left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || (select stats_reset from pg_stat_wal)`;

/** The columns of a receipt. Selecting them gives the transaction a number. */
export const RECEIPT = `pg_current_xact_id()::text as id, ${HISTORY} as history`;

/** Returns whether a transaction is stored; `unknown` once the server has another history. @throws Error when the server does not answer */
export async function findCommitStatus<T>(
  db: Kysely<T>,
  { id, history }: CommitReceipt,
): Promise<'committed' | 'aborted' | 'in progress' | 'unknown'> {
  const { rows } = await sql<{ status: 'committed' | 'aborted' | 'in progress' | null }>`
    select case when ${sql.raw(HISTORY)} = ${history} then pg_xact_status(${id}::xid8) end as status`.execute(db);
  return rows[0]?.status ?? 'unknown';
}
