import { RETENTION_DAYS } from '#contract/retention.ts';
import type { Job } from '../jobs/job.ts';
import { writeInBatches } from '../jobs/write-in-batches.ts';
import type { Write } from '../storage/write-unit.ts';
import { deleteOldNotices } from './payment-notice.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Notices are kept for this long after the last change of their order: no provider reports about an older payment. */
export const NOTICE_DAYS = RETENTION_DAYS.paymentNotices;
/** Rows of one transaction. */
const BATCH_NOTICES = 500;

export interface PurgeNoticesJobOptions {
  readonly write: Write;
  /** Time in ms. */
  readonly now: () => number;
}

/** Deletes payment notices that are older than `NOTICE_DAYS`, and whose orders have not changed since, in batches. */
export function createPurgeNoticesJob({ write, now }: PurgeNoticesJobOptions): Job {
  return {
    name: 'purge-payment-notices',
    everyMs: HOUR_MS,
    async run() {
      const beforeMs = now() - NOTICE_DAYS * DAY_MS;
      await writeInBatches(write, BATCH_NOTICES, ({ trx }, size) => deleteOldNotices(trx, beforeMs, size));
    },
  };
}
