import type { Job } from '../jobs/job.ts';
import { writeInBatches } from '../jobs/write-in-batches.ts';
import type { Write } from '../storage/write-unit.ts';
import { deleteOldAudit } from './audit.repository.ts';

const HOUR_MS = 3_600_000;
/** Rows of one transaction. */
const BATCH_ENTRIES = 500;

export interface PurgeAuditJobOptions {
  readonly write: Write;
  /** How long entries are kept, in ms. */
  readonly retentionMs: number;
  /** Time in ms. */
  readonly now: () => number;
}

/** Deletes entries of the audit log that are older than their retention, in batches. */
export function createPurgeAuditJob({ write, retentionMs, now }: PurgeAuditJobOptions): Job {
  return {
    name: 'purge-audit',
    everyMs: HOUR_MS,
    async run() {
      const beforeMs = now() - retentionMs;
      await writeInBatches(write, BATCH_ENTRIES, ({ trx }, size) => deleteOldAudit(trx, beforeMs, size));
    },
  };
}
