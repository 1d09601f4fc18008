import { UNSENT_PHOTO_DAYS } from '#contract/limits.ts';
import type { Job } from '../jobs/job.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { deletePhotos, discardPhotos, listDiscardedPhotos } from './photo.repository.ts';
import { toBlobPath } from './photos.ts';

const HOUR_MS = 3_600_000;
/** A device may be offline for long between the upload of a photo and its message. */
const KEEP_UNCLAIMED_MS = UNSENT_PHOTO_DAYS * 24 * HOUR_MS;
const KEEP_PENDING_MS = HOUR_MS;
/** Photos of one transaction. */
const BATCH_PHOTOS = 100;

export interface PurgePhotosJobOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  /** Time in ms. */
  readonly now: () => number;
}

/** Deletes photos that no message has claimed, and the remains of interrupted uploads. */
export function createPurgePhotosJob({ database, write, blobs, now }: PurgePhotosJobOptions): Job {
  return {
    name: 'purge-photos',
    everyMs: HOUR_MS,
    async run() {
      const storedBeforeMs = now() - KEEP_UNCLAIMED_MS;
      const comingBeforeMs = now() - KEEP_PENDING_MS;
      await write(({ trx }) => discardPhotos(trx, { storedBeforeMs, comingBeforeMs }));
      for (;;) {
        const photos = await listDiscardedPhotos(database.reader, BATCH_PHOTOS);
        if (photos.length === 0) return;
        // Rows go last: after a crash they lead to the files that are left.
        for (const photo of photos) await blobs.delete(toBlobPath(photo));
        await write(({ trx }) => deletePhotos(trx, photos));
      }
    },
  };
}
