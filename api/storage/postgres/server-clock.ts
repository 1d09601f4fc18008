import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Reads the mark of a database server, and with it the difference of the clocks. */
export interface ServerClock {
  mark(db: Kysely<Schema>): Promise<string>;
  /** By how many ms the server's clock is ahead. */
  skewMs(): number;
}

/** Creates a clock of which nothing is known yet. `now`: the machine's own time in ms. */
export function createServerClock(now: () => number = Date.now): ServerClock {
  let skewMs = 0;
  return {
    async mark(db) {
      const startMs = now();
      // The running and the finished transactions: it changes whenever one begins to write or commits.
      const { rows } = await sql<{ mark: string; now_ms: number }>`
        select pg_current_snapshot()::text as mark, floor(extract(epoch from clock_timestamp()) * 1000) as now_ms`.execute(
        db,
      );
      const endMs = now();
      const [row] = rows;
      if (!row) return '';
      // The server answered at some time between: a difference within that proves nothing, and would make the time jitter.
      const measuredMs = row.now_ms - (startMs + endMs) / 2;
      if (Math.abs(measuredMs - skewMs) > Math.max(endMs - startMs, 1)) skewMs = Math.round(measuredMs);
      return row.mark;
    },
    skewMs: () => skewMs,
  };
}
