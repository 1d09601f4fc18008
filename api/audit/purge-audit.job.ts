import type { Job } from '../jobs/job.ts';
import { writeInBatches } from '../jobs/write-in-batches.ts';
import type { Write } from '../storage/write-unit.ts';
import { deleteOldAudit } from './audit.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Entries are kept for this long: a year and the time to notice. */
export const AUDIT_DAYS = 400;
/** Rows of one transaction. */
const BATCH_ENTRIES = 500;

export interface PurgeAuditJobOptions {
  readonly write: Write;
  /** Time in ms. */
  readonly now: () => number;
}

/** Deletes entries of the audit log that are older than `AUDIT_DAYS`, in batches. */
export function createPurgeAuditJob({ write, now }: PurgeAuditJobOptions): Job {
  return {
    name: 'purge-audit',
    everyMs: HOUR_MS,
    async run() {
      const beforeMs = now() - AUDIT_DAYS * DAY_MS;
      await writeInBatches(write, BATCH_ENTRIES, ({ trx }, size) => deleteOldAudit(trx, beforeMs, size));
    },
  };
}
