import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../../storage/schema.ts';

/** Reads the mark of a database server, a text that changes with its transactions, and with it the server's time. */
export interface ServerClock {
  mark(db: Kysely<Schema>): Promise<string>;
  /** Returns the server's time in ms, computed from the last mark; before the first mark, this machine's time. */
  now(): number;
}

/**
 * Creates a clock that is set by the server. Between marks it advances by `monotonic`, in ms. A change of the machine's own time must not
 * count, because orders could expire early until the next mark.
 */
export function createServerClock(monotonic: () => number = () => performance.now()): ServerClock {
  let offsetMs = Date.now() - monotonic();
  return {
    async mark(db) {
      const startMs = monotonic();
      // The mark describes the running and the finished transactions: it changes whenever one begins to write or commits.
      const { rows } = await sql<{ mark: string; now_ms: number }>`
        select pg_current_snapshot()::text as mark, floor(extract(epoch from clock_timestamp()) * 1000) as now_ms`.execute(
        db,
      );
      const endMs = monotonic();
      const [row] = rows;
      if (!row) return '';
      // The server read its time at some moment in between: a difference smaller than that interval proves nothing, and would make the time jitter.
      const measuredMs = row.now_ms - (startMs + endMs) / 2;
      if (Math.abs(measuredMs - offsetMs) > Math.max(endMs - startMs, 1)) offsetMs = measuredMs;
      return row.mark;
    },
    now: () => Math.floor(monotonic() + offsetMs),
  };
}
