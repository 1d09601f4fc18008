import { IDEMPOTENCY_DAYS } from '#contract/limits.ts';
import type { Job } from '../jobs/job.ts';
import type { Write } from '../storage/write-unit.ts';
import { deleteOldResults } from './idempotency.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows of one transaction. */
const BATCH_KEYS = 500;

export interface PurgeIdempotencyKeysJobOptions {
  readonly write: Write;
  /** Time in ms. */
  readonly now: () => number;
}

/** Deletes stored replies that are older than `IDEMPOTENCY_DAYS`, in batches. */
export function createPurgeIdempotencyKeysJob({ write, now }: PurgeIdempotencyKeysJobOptions): Job {
  return {
    name: 'purge-idempotency-keys',
    everyMs: HOUR_MS,
    async run() {
      const beforeMs = now() - IDEMPOTENCY_DAYS * DAY_MS;
      let purged: number;
      do {
        purged = await write(({ trx }) => deleteOldResults(trx, beforeMs, BATCH_KEYS));
      } while (purged === BATCH_KEYS);
    },
  };
}
