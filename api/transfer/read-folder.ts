import { openAsBlob } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ImportError } from '#transfer/file-problems.ts';
import { isNamedImage, NamedImageError, sortNamedImages } from '#transfer/named-images.ts';
import type { NamedImage } from '#transfer/named-images.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';

const ZIP_MAGIC = Buffer.from('PK');

/** Opens the images of a folder or a ZIP file; undefined for any other path. @throws ImportError when there are none, or the ZIP is damaged */
export async function openNamedImages(path: string): Promise<NamedImage[] | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return readFolder(path);
  if (!found?.isFile() || !(await isZip(path))) return undefined;
  const { readZipImages } = await import('#transfer/read-zip.ts');
  return readZipImages(await openAsBlob(path));
}

async function isZip(path: string): Promise<boolean> {
  await using handle = await open(path);
  const { buffer } = await handle.read(Buffer.alloc(ZIP_MAGIC.length), 0, ZIP_MAGIC.length, 0);
  return buffer.equals(ZIP_MAGIC);
}

async function readFolder(folder: string): Promise<NamedImage[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const images = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .map((file) => ({ path: relative(folder, file), read: () => readImage(file) }))
    .filter(({ path }) => isNamedImage(path));
  if (images.length === 0) throw new ImportError(`The folder ${folder} has no images (JPEG, PNG or WebP).`);
  return sortNamedImages(images);
}

async function readImage(file: string): Promise<Uint8Array<ArrayBuffer>> {
  if ((await stat(file)).size > MAX_UPLOAD_BYTES) throw new NamedImageError(FIELD_PROBLEMS.fileTooLarge);
  return new Uint8Array(await readFile(file));
}
