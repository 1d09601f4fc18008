import { OPERATION_RESULT_DAYS } from '#contract/limits.ts';
import type { Job } from '../jobs/job.ts';
import { writeInBatches } from '../jobs/write-in-batches.ts';
import type { Write } from '../storage/write-unit.ts';
import { deleteExpiredResults } from './idempotency.repository.ts';
import { deleteAcknowledgedResults } from './outbox.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows of one transaction. */
const BATCH_KEYS = 500;

export interface PurgeIdempotencyKeysJobOptions {
  readonly write: Write;
  /** Time in ms. */
  readonly now: () => number;
}

/**
 * Deletes stored results in batches: those of calls once they expire, those of operations `OPERATION_RESULT_DAYS` after their decision if the
 * device has acknowledged them. Without an acknowledgement no age proves that a device will not ask again.
 */
export function createPurgeIdempotencyKeysJob({ write, now }: PurgeIdempotencyKeysJobOptions): Job {
  return {
    name: 'purge-idempotency-keys',
    everyMs: HOUR_MS,
    async run() {
      const nowMs = now();
      const beforeMs = nowMs - OPERATION_RESULT_DAYS * DAY_MS;
      await writeInBatches(write, BATCH_KEYS, ({ trx }, size) => deleteExpiredResults(trx, nowMs, size));
      await writeInBatches(write, BATCH_KEYS, ({ trx }, size) => deleteAcknowledgedResults(trx, beforeMs, size));
    },
  };
}
