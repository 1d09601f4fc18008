import type { Logger } from 'pino';
import type { BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { deleteEditorPictures, giveUpEditorPictures, listGoingEditorPictures } from './editor-picture.repository.ts';
import { editorBlobPath, listPossiblePaths, UPLOADS_FOLDER } from './image-paths.ts';
import { KEEP_COMING_MS, KEEP_UNNAMED_MS, KEEP_UNUSED_MS } from './keep-times.ts';
import { createOrphanSweeper } from './orphan-sweeper.ts';
import { isPlainFolderId } from './picture-ids.ts';
import { deletePictures, giveUpOldPictures, listGoingPictures } from './picture.repository.ts';
import type { PictureRow } from './picture.repository.ts';

const HOUR_MS = 3_600_000;
const ORPHANS_EVERY = 24;
/** Pictures that one transaction forgets. */
const BATCH_PICTURES = 100;

/** Removes the files of pictures that nobody shows any more, and gives up those that nobody came for. */
export interface PictureSweeper {
  start(): void;
  /** Removes what was given up, soon and in the background. */
  sweepSoon(): void;
  /** Gives up what is old, and removes all that was given up. */
  sweep(): Promise<void>;
  /** Reports files without a row, and removes those that were reported a day before; gives the names of what was found. */
  sweepOrphans(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface PictureSweeperOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly now: () => number;
}

export function createPictureSweeper({ database, write, blobs, log, now }: PictureSweeperOptions): PictureSweeper {
  const orphans = createOrphanSweeper({ database, blobs, log, now });
  let timer: NodeJS.Timeout | undefined;
  let hours = 0;
  /** One at a time: a picture may come again under its id as soon as it is gone, and nobody may still hold it for going then. */
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;

  const removePictures = async (): Promise<void> => {
    for (;;) {
      const pictures = await listGoingPictures(database.reader, BATCH_PICTURES);
      if (pictures.length === 0) return;
      // Rows go last: what a crash leaves is found again by them.
      for (const picture of pictures) await removeFiles(blobs, picture);
      await write(({ trx }) =>
        deletePictures(
          trx,
          pictures.map(({ id }) => id),
        ),
      );
    }
  };

  const removeEditorPictures = async (): Promise<void> => {
    const atMs = now();
    await write(({ trx }) => giveUpEditorPictures(trx, { nowMs: atMs, comingBeforeMs: atMs - KEEP_COMING_MS }));
    for (;;) {
      const ids = await listGoingEditorPictures(database.reader, BATCH_PICTURES);
      if (ids.length === 0) return;
      for (const id of ids) await blobs.delete(editorBlobPath(id));
      await write(({ trx }) => deleteEditorPictures(trx, ids));
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
        comingBeforeMs: atMs - KEEP_COMING_MS,
        unnamedBeforeMs: atMs - KEEP_UNNAMED_MS,
        stagedBeforeMs: atMs - KEEP_UNUSED_MS,
      };
      await write(({ trx }) => giveUpOldPictures(trx, times));
      await removePictures();
      await removeEditorPictures();
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
        await removePictures();
        await removeEditorPictures();
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
  { id, folder, number }: Pick<PictureRow, 'id' | 'folder' | 'number'>,
): Promise<void> {
  // Uploads have a folder of their own; the older pictures of a product share one.
  if (folder.startsWith(`${UPLOADS_FOLDER}/`) || isPlainFolderId(id)) await blobs.deleteFolder(folder);
  else for (const path of listPossiblePaths(folder, number)) await blobs.delete(path);
}
