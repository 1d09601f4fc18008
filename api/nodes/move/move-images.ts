import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isPlainBlobPath } from '../../storage/blobs/blob-store.ts';
import type { BlobStore } from '../../storage/blobs/blob-store.ts';
import { MoveError } from './move-error.ts';

/** Images that are copied at a time. */
const AT_ONCE = 16;
const REPORT_EVERY = 1_000;

/** What happened with the images. */
export interface MovedImages {
  readonly files: number;
  readonly bytes: number;
  /** How many of the files an earlier, interrupted move had copied. */
  readonly wereThere: number;
}

/**
 * Copies the files below a folder into a blob store and compares each there, byte by byte, with what was read. Files that the store has
 * already are only compared, so that a move can continue after an interruption. Nothing may write to the folder meanwhile.
 * @throws MoveError when a copy differs
 */
export async function moveImages(
  folder: string,
  blobs: Pick<BlobStore, 'put' | 'find'>,
  onProgress: (files: number, total: number) => void = () => undefined,
): Promise<MovedImages> {
  const paths = await listFiles(folder);
  const moved = { files: 0, bytes: 0, wereThere: 0 };
  const waiting = paths.values();
  const stop = new AbortController();
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      if (stop.signal.aborted) return;
      const bytes = await readFile(join(folder, ...path.split('/')));
      if (await holds(blobs, path, bytes)) moved.wereThere += 1;
      else {
        await blobs.put(path, bytes, { isDurable: true });
        if (!(await holds(blobs, path, bytes))) throw new MoveError(`The image ${path} differs after it was copied.`);
      }
      moved.files += 1;
      moved.bytes += bytes.length;
      if (moved.files % REPORT_EVERY === 0) onProgress(moved.files, paths.length);
    }
  };
  const stopOthers = (error: unknown): never => {
    stop.abort();
    throw error;
  };
  // After a failure all workers stop before it is reported.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(stopOthers)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return moved;
}

/** Compares the bytes themselves: an object store's entity tag is their hash only where blobs are neither encrypted nor sent in parts. */
const holds = async (blobs: Pick<BlobStore, 'find'>, path: string, bytes: Buffer): Promise<boolean> =>
  (await blobs.find(path))?.bytes.equals(bytes) === true;

/** Lists the paths of blobs below a folder, without unfinished writes and files of other programs. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isPlainBlobPath)
    .sort();
}
