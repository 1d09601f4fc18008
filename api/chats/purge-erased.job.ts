import type { Job } from '../jobs/job.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { forgetErasedBlobs, listErasedBlobs } from './erase-chats.repository.ts';

const MINUTE_MS = 60_000;
/** Files of one transaction. */
const BATCH_FILES = 100;

export interface PurgeErasedJobOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
}

/** Deletes the files of deleted chats. */
export function createPurgeErasedJob({ database, write, blobs }: PurgeErasedJobOptions): Job {
  return {
    name: 'purge-erased',
    everyMs: MINUTE_MS,
    runsAtStart: true,
    async run() {
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
