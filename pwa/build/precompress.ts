import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { isCompressible } from '#contract/http/compressible.ts';

const PACKED = '.br';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Writes a brotli copy, at the highest level, beside each text file of the built page. It saves the server seconds of work at start. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    // After all plugins that write files.
    closeBundle: { order: 'post', sequential: true, handler: () => precompressFolder(outDir) },
  };
}

/** Compresses new and changed files of a folder and deletes compressed copies without an original. */
export async function precompressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  const works = [...files].map((file) => {
    if (extname(file) === PACKED) return files.has(file.slice(0, -PACKED.length)) ? undefined : rm(file);
    return precompressFile(file, files.has(file + PACKED));
  });
  await Promise.all(works);
}

async function precompressFile(file: string, isPacked: boolean): Promise<void> {
  const { size } = await stat(file);
  if (!isCompressible(file, size)) {
    if (isPacked) await rm(file + PACKED);
    return;
  }
  const body = await readFile(file);
  if (isPacked && (await holds(file + PACKED, body))) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  await writeFile(file + PACKED, await compress(body, { params }));
}

const holds = async (packedFile: string, body: Buffer): Promise<boolean> =>
  decompress(await readFile(packedFile)).then(
    (unpacked) => unpacked.equals(body),
    // Truncated or damaged.
    () => false,
  );
