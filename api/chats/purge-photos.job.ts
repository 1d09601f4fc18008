import type { Logger } from 'pino';
import type { BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { deletePhotos, discardPhotos, listDiscardedPhotos } from './photo.repository.ts';
import { toBlobPath } from './photos.ts';

const HOUR_MS = 3_600_000;
/** A device may be without network for long between the upload of a photo and its message. */
const KEEP_UNCLAIMED_MS = 30 * 24 * HOUR_MS;
const KEEP_PENDING_MS = HOUR_MS;
/** Photos that one transaction forgets. */
const BATCH_PHOTOS = 100;

/** Removes photos that no message has claimed, and what is left of uploads that were cut off, hour by hour. */
export interface PurgePhotosJob {
  start(): void;
  /** Sweeps now. */
  sweep(): Promise<void>;
  stop(): void;
}

export interface PurgePhotosJobOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly now: () => number;
}

export function createPurgePhotosJob({ database, write, blobs, log, now }: PurgePhotosJobOptions): PurgePhotosJob {
  let timer: NodeJS.Timeout | undefined;

  const sweep = async (): Promise<void> => {
    const storedBeforeMs = now() - KEEP_UNCLAIMED_MS;
    const comingBeforeMs = now() - KEEP_PENDING_MS;
    await write(({ trx }) => discardPhotos(trx, { storedBeforeMs, comingBeforeMs }));
    for (;;) {
      const photos = await listDiscardedPhotos(database.reader, BATCH_PHOTOS);
      if (photos.length === 0) return;
      // Rows go last: what a crash leaves is found again by them.
      for (const photo of photos) await blobs.delete(toBlobPath(photo));
      await write(({ trx }) => deletePhotos(trx, photos));
    }
  };

  const sweepInBackground = (): void => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'photos that nobody sent could not be removed'));
  };

  return {
    start() {
      timer = setInterval(sweepInBackground, HOUR_MS).unref();
    },
    sweep,
    stop() {
      clearInterval(timer);
    },
  };
}
