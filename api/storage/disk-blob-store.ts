import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPlainBlobPath } from './blob-store.ts';
import type { BlobStore } from './blob-store.ts';

/** Keeps blobs as files below a folder. */
export function createDiskBlobStore(folder: string): BlobStore {
  const toFile = (path: string): string => {
    if (!isPlainBlobPath(path)) throw new RangeError('A blob path has plain segments only');
    return join(folder, ...path.split('/'));
  };
  return {
    async put(path, bytes, { isDurable = false } = {}) {
      const file = toFile(path);
      await mkdir(dirname(file), { recursive: true });
      // Starts with a dot, so that no blob path can name it.
      const temporary = join(dirname(file), `.${randomUUID()}`);
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
      const file = toFile(path);
      try {
        const { mtimeMs, size } = await stat(file);
        return { bytes: await readFile(file), tag: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}` };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async delete(path) {
      await rm(toFile(path), { force: true });
    },
  };
}

/** A new name is a change of its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && MISSING.has(String(error.code));
