import type { Logger } from 'pino';
import type { Job } from '../../jobs/job.ts';
import type { WriteAheadLog } from '../database.ts';

const EVERY_MS = 30_000;
/** Twice the size at which SQLite checkpoints. */
const MAX_WAL_BYTES = 32 * 1_024 * 1_024;
/** At this size the log takes up noticeable disk space and slows reads down: a reader has held it for a long time. */
const ALARMING_WAL_BYTES = 128 * 1_024 * 1_024;

/** Keeps the write-ahead log small: SQLite cannot restart it during a long read, and never shrinks it. */
export function createWalCheckpointer(wal: WriteAheadLog, log: Logger, maxWalBytes = MAX_WAL_BYTES): Job {
  return {
    name: 'wal-checkpointer',
    everyMs: EVERY_MS,
    async run() {
      const walBytes = wal.bytes();
      if (walBytes <= maxWalBytes || (await wal.empty())) return;
      if (walBytes > ALARMING_WAL_BYTES) log.warn({ walBytes }, 'write-ahead log grows: a read has been open for long');
    },
  };
}
