import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { fileError, ImportError } from '#transfer/file-problems.ts';

/** A file to import: its bytes, decompressed when it is gzipped, and the reading progress. */
export interface SourceFile {
  /** Size on the disk. */
  readonly sizeBytes: number;
  /** The part of `sizeBytes` that has been read. */
  readBytes(): number;
  /** Can be iterated once. @throws ImportError when the gzip data are damaged, after yielding what precedes the damage */
  readonly bytes: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

const CHUNK_BYTES = 64 * 1_024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Opens a file; gzip is detected by its first bytes, not by its name. @throws ImportError */
export async function openSourceFile(path: string): Promise<SourceFile> {
  const handle = await open(path).catch((error: unknown) => {
    throw new ImportError(`The file ${path} cannot be opened: ${OPEN_ERRORS[errorCode(error)] ?? errorCode(error)}.`);
  });
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    throw new ImportError(`${path} is not a file.`);
  }
  let readBytes = 0;
  async function* readRaw(): AsyncGenerator<Buffer> {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      readBytes += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
  const magic = Buffer.alloc(GZIP_MAGIC.length);
  await handle.read(magic, 0, magic.length, 0);
  // A positional read does not move the file position, so iteration still begins at the first byte.
  return {
    sizeBytes: stat.size,
    readBytes: () => readBytes,
    bytes: magic.equals(GZIP_MAGIC) ? decompress(readRaw()) : readRaw(),
    close: () => handle.close(),
  };
}

/** Unlike a pipe, yields everything that was decompressed before a fault, and only then throws. */
async function* decompress(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const ready: Buffer[] = [];
  let fault: Error | undefined;
  gunzip.on('data', (chunk: Buffer) => ready.push(chunk));
  gunzip.on('error', (error) => (fault = error));
  const isClosed = new Promise<void>((resolve) => gunzip.once('close', () => resolve()));
  for await (const chunk of compressed) {
    await Promise.race([new Promise<void>((resolve) => gunzip.write(chunk, () => resolve())), isClosed]);
    yield* ready.splice(0);
    if (fault) break;
  }
  if (!fault) {
    gunzip.end();
    await isClosed;
    yield* ready.splice(0);
  }
  if (fault) throw fileError('gzip');
}

const OPEN_ERRORS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
};

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
