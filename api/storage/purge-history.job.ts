import type { Job } from '../jobs/job.ts';
import { writeInBatches } from '../jobs/write-in-batches.ts';
import type { Database } from './database.ts';
import { deleteNumbers, listHistoryEnds } from './history.repository.ts';
import type { Write } from './write-unit.ts';

const HOUR_MS = 3_600_000;
/** Numbers that one transaction deletes. */
const BATCH = 5_000;

/** Deletes the history of each counter beyond its newest numbers. */
export function createPurgeHistoryJob({
  database,
  write,
}: {
  readonly database: Database;
  readonly write: Write;
}): Job {
  return {
    name: 'purge-history',
    everyMs: HOUR_MS,
    async run() {
      for (const { counter, end } of await listHistoryEnds(database.reader)) {
        await writeInBatches(write, BATCH, ({ trx }, size) => deleteNumbers(trx, counter, end, size));
      }
    },
  };
}
