import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPlainBlobPath, PAGE_NAMES, requirePlainPath } from './blob-store.ts';
import type { Blob, BlobStore } from './blob-store.ts';

/** Stores blobs as files below a folder. */
export function createDiskBlobStore(folder: string, pageNames = PAGE_NAMES): BlobStore {
  const toFile = (path: string): string => {
    requirePlainPath(path);
    return join(folder, ...path.split('/'));
  };
  return {
    async put(path, bytes, { isDurable = false } = {}) {
      const file = toFile(path);
      await mkdir(dirname(file), { recursive: true });
      const temporary = join(dirname(file), UNFINISHED + randomUUID());
      try {
        const handle = await open(temporary, 'wx');
        try {
          await handle.writeFile(bytes);
          if (isDurable) await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, file);
        if (isDurable) await syncFolder(dirname(file));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async find(path) {
      if (!isPlainBlobPath(path)) return undefined;
      return orMissing(readBlob(toFile(path)), undefined);
    },

    async delete(path) {
      await rm(toFile(path), { force: true });
    },

    async deleteFolder(path) {
      await rm(toFile(path), { recursive: true, force: true });
    },

    async *listPages(path) {
      const entries = await orMissing(opendir(toFile(path)), undefined);
      if (!entries) return;
      let page: string[] = [];
      for await (const { name } of entries) {
        if (!isPlainBlobPath(name)) continue;
        page.push(name);
        if (page.length < pageNames) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },

    async deleteUnfinished(path, beforeMs) {
      // A folder may be deleted meanwhile.
      await orMissing(deleteUnfinishedFiles(toFile(path), beforeMs), undefined);
    },
  };
}

/** Prefix of files that are being written: no blob path can name them. */
const UNFINISHED = '.';

async function deleteUnfinishedFiles(folder: string, beforeMs: number): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile() || !entry.name.startsWith(UNFINISHED)) continue;
    const file = join(entry.parentPath, entry.name);
    const written = await orMissing(stat(file), undefined);
    if (written && written.mtimeMs < beforeMs) await rm(file, { force: true });
  }
}

async function readBlob(file: string): Promise<Blob> {
  const { mtimeMs, size } = await stat(file);
  return { bytes: await readFile(file), tag: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}` };
}

/** Makes new names in a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** Returns what was found, or `missing` when the file does not exist. */
async function orMissing<T, M>(found: Promise<T>, missing: M): Promise<T | M> {
  try {
    return await found;
  } catch (error) {
    if (isMissing(error)) return missing;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && MISSING.has(String(error.code));
