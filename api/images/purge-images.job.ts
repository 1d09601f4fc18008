import type { Logger } from 'pino';
import type { Job } from '../jobs/job.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { deleteEditorImages, discardEditorImages, listDiscardedEditorImages } from './editor-image.repository.ts';
import { editorBlobPath, listPossiblePaths, UPLOADS_FOLDER } from './image-paths.ts';
import { KEEP_PENDING_MS, KEEP_UNNAMED_MS, KEEP_UNUSED_MS } from './retention.ts';
import { isPlainFolderId } from './image-ids.ts';
import {
  deleteImages,
  discardForgottenImages,
  discardOldImages,
  findImagesInFolder,
  listDiscardedImages,
} from './image.repository.ts';
import type { DiscardedImage } from './image.repository.ts';

const HOUR_MS = 3_600_000;
/** Pause before a failed deletion of images is retried; until it succeeds, nothing can be uploaded under their ids. */
const RETRY_MS = 5_000;
/** How many images one transaction deletes. */
const BATCH_IMAGES = 100;

/** Discards images that are too old, and then deletes all discarded images with their files. */
export interface PurgeImagesJob extends Job {
  /** Deletes discarded images soon, in the background; retries until that succeeds. */
  removeSoon(): void;
  /** Starts no further deletion in the background, and waits for the one that is running. */
  stop(): Promise<void>;
}

export interface PurgeImagesJobOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  readonly log: Logger;
  /** Time in ms. */
  readonly now: () => number;
}

export function createPurgeImagesJob({ database, write, blobs, log, now }: PurgeImagesJobOptions): PurgeImagesJob {
  /** One at a time: an id may be uploaded again as soon as its image is deleted, and an older run must not delete the new files. */
  let running: Promise<void> = Promise.resolve();
  let isRemovalQueued = false;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  const removeImages = async (): Promise<void> => {
    for (;;) {
      const images = await listDiscardedImages(database.reader, BATCH_IMAGES);
      if (images.length === 0) return;
      // Rows are deleted last: after a crash they lead to the files that are left.
      for (const image of images) await removeFiles(image);
      await write(({ trx }) =>
        deleteImages(
          trx,
          images.map(({ id }) => id),
        ),
      );
    }
  };

  const removeFiles = async ({ id, folder, number }: DiscardedImage): Promise<void> => {
    // Each upload has a separate folder, imports of the same bytes share one, and so do the images of a product that had no rows at first.
    if (folder.startsWith(`${UPLOADS_FOLDER}/`)) {
      const others = await findImagesInFolder(database.reader, folder);
      if (others.every(({ state }) => state === 'going')) await blobs.deleteFolder(folder);
    } else if (isPlainFolderId(id)) await blobs.deleteFolder(folder);
    else for (const path of listPossiblePaths(folder, number)) await blobs.delete(path);
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

  const removeSoon = (): void => {
    if (isRemovalQueued || isStopped) return;
    isRemovalQueued = true;
    inTurn(async () => {
      isRemovalQueued = false;
      await removeImages();
      await removeEditorImages();
    }).catch((error: unknown) => {
      log.error({ err: error }, 'discarded images could not be deleted');
      clearTimeout(retry);
      retry = setTimeout(removeSoon, RETRY_MS).unref();
    });
  };

  return {
    name: 'purge-images',
    everyMs: HOUR_MS,
    runsAtStart: true,
    lane: 'images',
    run: () =>
      inTurn(async () => {
        const atMs = now();
        const times = {
          pendingBeforeMs: atMs - KEEP_PENDING_MS,
          unnamedBeforeMs: atMs - KEEP_UNNAMED_MS,
          stagedBeforeMs: atMs - KEEP_UNUSED_MS,
        };
        await write(async ({ trx }) => {
          await discardOldImages(trx, times);
          await discardForgottenImages(trx);
        });
        await removeImages();
        await removeEditorImages();
      }),
    removeSoon,
    stop() {
      isStopped = true;
      clearTimeout(retry);
      return running;
    },
  };
}
