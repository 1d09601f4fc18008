import type { Logger } from 'pino';
import type { Job } from '../jobs/job.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import { listKnownEditorImages } from './editor-image.repository.ts';
import { EDITOR_FOLDER, editorBlobPath, UPLOADS_FOLDER } from './image-paths.ts';
import { KEEP_PENDING_MS, KEEP_ORPHANS_MS } from './retention.ts';
import { listKnownFolders } from './image.repository.ts';

const DAY_MS = 86_400_000;

export interface PurgeOrphanImagesJobOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly now: () => number;
}

/**
 * Finds files of administrators' images that have no row, as they remain when an older database is restored. The first run reports them;
 * those that still have no row a day later are deleted. Searches only the folders of uploads and of editor images.
 */
export interface PurgeOrphanImagesJob extends Job {
  /** Returns the paths that have no row. */
  run(): Promise<string[]>;
}

export function createPurgeOrphanImagesJob(options: PurgeOrphanImagesJobOptions): PurgeOrphanImagesJob {
  const { database, blobs, log, now } = options;
  const reportedMs = new Map<string, number>();

  /** A row is written before its files, so a file without a row does not belong to an upload in progress. */
  const listOrphans = async (
    folder: string,
    listKnown: (paths: readonly string[]) => Promise<readonly string[]>,
  ): Promise<string[]> => {
    const orphans: string[] = [];
    for await (const names of blobs.listPages(folder)) {
      const paths = names.map((name) => `${folder}/${name}`);
      const known = new Set(await listKnown(paths));
      orphans.push(...paths.filter((path) => !known.has(path)));
    }
    return orphans;
  };

  return {
    name: 'purge-orphan-images',
    everyMs: DAY_MS,
    runsAtStart: true,
    lane: 'images',
    async run() {
      const atMs = now();
      const orphans = [
        ...(await listOrphans(UPLOADS_FOLDER, (paths) => listKnownFolders(database.reader, paths))),
        ...(await listOrphans(EDITOR_FOLDER, async (paths) => {
          const ids = paths.map((path) => /\/p(.+)\.webp$/.exec(path)?.[1] ?? '');
          return (await listKnownEditorImages(database.reader, ids)).map(editorBlobPath);
        })),
      ];
      const fresh = orphans.filter((path) => !reportedMs.has(path));
      if (fresh.length > 0) {
        log.warn(
          { count: fresh.length, first: fresh.slice(0, 10) },
          'image files without a row found, deleted in a day',
        );
      }
      for (const path of reportedMs.keys()) if (!orphans.includes(path)) reportedMs.delete(path);
      for (const path of fresh) reportedMs.set(path, atMs);
      for (const [path, firstMs] of reportedMs) {
        if (firstMs > atMs - KEEP_ORPHANS_MS) continue;
        await blobs.deleteFolder(path);
        reportedMs.delete(path);
      }
      for (const folder of [UPLOADS_FOLDER, EDITOR_FOLDER])
        await blobs.deleteUnfinished(folder, atMs - KEEP_PENDING_MS);
      return orphans;
    },
  };
}
