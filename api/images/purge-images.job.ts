import type { Logger } from 'pino';
import type { BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { deleteEditorImages, discardEditorImages, listDiscardedEditorImages } from './editor-image.repository.ts';
import { editorBlobPath, listPossiblePaths, UPLOADS_FOLDER } from './image-paths.ts';
import { KEEP_PENDING_MS, KEEP_UNNAMED_MS, KEEP_UNUSED_MS } from './retention.ts';
import { createPurgeOrphanImagesJob } from './purge-orphan-images.job.ts';
import { isPlainFolderId } from './image-ids.ts';
import { deleteImages, discardOldImages, listDiscardedImages } from './image.repository.ts';
import type { ImageRow } from './image.repository.ts';

const HOUR_MS = 3_600_000;
const ORPHANS_EVERY = 24;
/** Pictures that one transaction forgets. */
const BATCH_IMAGES = 100;

/** Removes the files of pictures that nobody shows any more, and gives up those that nobody came for. */
export interface PurgeImagesJob {
  start(): void;
  /** Removes what was given up, soon and in the background. */
  sweepSoon(): void;
  /** Gives up what is old, and removes all that was given up. */
  sweep(): Promise<void>;
  /** Reports files without a row, and removes those that were reported a day before; gives the names of what was found. */
  sweepOrphans(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface PurgeImagesJobOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly now: () => number;
}

export function createPurgeImagesJob({ database, write, blobs, log, now }: PurgeImagesJobOptions): PurgeImagesJob {
  const orphans = createPurgeOrphanImagesJob({ database, blobs, log, now });
  let timer: NodeJS.Timeout | undefined;
  let hours = 0;
  /** One at a time: a picture may come again under its id as soon as it is gone, and nobody may still hold it for going then. */
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;

  const removeImages = async (): Promise<void> => {
    for (;;) {
      const images = await listDiscardedImages(database.reader, BATCH_IMAGES);
      if (images.length === 0) return;
      // Rows go last: what a crash leaves is found again by them.
      for (const image of images) await removeFiles(blobs, image);
      await write(({ trx }) =>
        deleteImages(
          trx,
          images.map(({ id }) => id),
        ),
      );
    }
  };

  const removeEditorImages = async (): Promise<void> => {
    const atMs = now();
    await write(({ trx }) => discardEditorImages(trx, { nowMs: atMs, pendingBeforeMs: atMs - KEEP_PENDING_MS }));
    for (;;) {
      const ids = await listDiscardedEditorImages(database.reader, BATCH_IMAGES);
      if (ids.length === 0) return;
      for (const id of ids) await blobs.delete(editorBlobPath(id));
      await write(({ trx }) => deleteEditorImages(trx, ids));
    }
  };

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = running.then(work);
    running = turn.catch(() => undefined);
    return turn;
  };
  const report = (error: unknown): void => log.error({ err: error }, 'pictures that nobody shows could not be removed');

  const sweep = (): Promise<void> =>
    inTurn(async () => {
      const atMs = now();
      const times = {
        pendingBeforeMs: atMs - KEEP_PENDING_MS,
        unnamedBeforeMs: atMs - KEEP_UNNAMED_MS,
        stagedBeforeMs: atMs - KEEP_UNUSED_MS,
      };
      await write(({ trx }) => discardOldImages(trx, times));
      await removeImages();
      await removeEditorImages();
    });

  const sweepHourly = async (): Promise<void> => {
    await sweep();
    if (hours % ORPHANS_EVERY === 0) await orphans.sweep();
    hours += 1;
  };

  return {
    start() {
      sweepHourly().catch(report);
      timer = setInterval(() => void sweepHourly().catch(report), HOUR_MS).unref();
    },
    sweepSoon() {
      if (isWaiting) return;
      isWaiting = true;
      void inTurn(async () => {
        isWaiting = false;
        await removeImages();
        await removeEditorImages();
      }).catch(report);
    },
    sweep,
    sweepOrphans: () => orphans.sweep(),
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function removeFiles(
  blobs: BlobStore,
  { id, folder, number }: Pick<ImageRow, 'id' | 'folder' | 'number'>,
): Promise<void> {
  // Uploads have a folder of their own; the older pictures of a product share one.
  if (folder.startsWith(`${UPLOADS_FOLDER}/`) || isPlainFolderId(id)) await blobs.deleteFolder(folder);
  else for (const path of listPossiblePaths(folder, number)) await blobs.delete(path);
}
