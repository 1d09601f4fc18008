import { RETENTION_DAYS } from '#contract/retention.ts';
import type { Job } from '../jobs/job.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { forgetErasedBlobs, listErasedBlobs } from './erase-chats.repository.ts';
import { purgeTombstones } from './chat-tombstone.repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Files of one transaction. */
const BATCH_FILES = 100;

export interface PurgeErasedJobOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  /** Time in ms. */
  readonly now: () => number;
}

/** Deletes the files of deleted chats, and tombstones of chats after their retention. */
export function createPurgeErasedJob({ database, write, blobs, now }: PurgeErasedJobOptions): Job {
  return {
    name: 'purge-erased',
    everyMs: MINUTE_MS,
    runsAtStart: true,
    async run() {
      await write(({ trx }) => purgeTombstones(trx, now() - RETENTION_DAYS.deletedChats * DAY_MS));
      for (;;) {
        const paths = await listErasedBlobs(database.reader, BATCH_FILES);
        if (paths.length === 0) return;
        // Rows go last: after a crash they lead to the files that are left.
        for (const path of paths) await blobs.delete(path);
        await write(({ trx }) => forgetErasedBlobs(trx, paths));
      }
    },
  };
}
