import type { Job } from '../jobs/job.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { lockShop } from '../catalog/products/shop-counters.ts';
import { compactMoves, listCompactable } from './stock-ledger.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Single moves are kept this long; buyers' and providers' disputes end earlier. */
export const MOVE_DAYS = 400;
/** Maximum number of conditions that one run compacts; the next run takes the rest. */
const MAX_CONDITIONS = 10_000;

export interface CompactMovesJobOptions {
  readonly database: Database;
  readonly write: Write;
  /** Time in ms. */
  readonly now: () => number;
}

/**
 * Replaces the moves of each condition that are older than `MOVE_DAYS` by one move with their sums. Moves of orders that hold units, or
 * that have changed within `MOVE_DAYS`, stay. So the ledger grows with what is sold in about a year, not forever.
 */
export function createCompactMovesJob({ database, write, now }: CompactMovesJobOptions): Job {
  return {
    name: 'compact-stock-moves',
    everyMs: HOUR_MS,
    async run() {
      const beforeMs = now() - MOVE_DAYS * DAY_MS;
      for (const key of await listCompactable(database.reader, beforeMs, MAX_CONDITIONS)) {
        await write(async ({ trx }) => {
          await lockShop(trx, key.shop);
          await compactMoves(trx, key, beforeMs);
        });
      }
    },
  };
}
