import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, stat, utimes } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Files copied at a time. */
const AT_ONCE = 16;

/** Number of files in the target and their size. */
export interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Copies all files below a folder, durably and with their times, except those that the target already has. A file that has not changed since
 * the `previous` copy is shared with it and takes no further room. Files that begin with a dot, or are deleted meanwhile, are left out.
 */
export async function copyFiles(from: string, to: string, previous?: string): Promise<CopiedFiles> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  const names = (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(from, join(entry.parentPath, entry.name)));
  const folders = new Set(names.map((name) => dirname(name)));
  for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  let files = 0;
  let bytes = 0;
  const waiting = names.values();
  const work = async (): Promise<void> => {
    for (const name of waiting) {
      const size = await copyOne(join(from, name), join(to, name), previous && join(previous, name)).catch(
        ignoreMissing,
      );
      if (size === undefined) continue;
      files += 1;
      bytes += size;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { files, bytes };
}

async function copyOne(from: string, to: string, previous: string | undefined): Promise<number> {
  const source = await stat(from);
  if (isSame(source, await stat(to).catch(ignoreMissing))) return source.size;
  const shared = previous !== undefined && isSame(source, await stat(previous).catch(ignoreMissing));
  if (shared && (await tryLink(previous, to))) return source.size;
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  // An image's entity tag includes the file's time: with the same time, browsers keep their copies after a restore.
  await utimes(to, source.atime, source.mtime);
  await sync(to);
  return source.size;
}

const isSame = (one: Stats, other: Stats | undefined): boolean =>
  other !== undefined && one.size === other.size && Math.round(one.mtimeMs) === Math.round(other.mtimeMs);

/** Returns false where the file system has no hard links. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Makes a file or the names in a folder durable. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
