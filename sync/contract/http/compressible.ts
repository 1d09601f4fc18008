/** Below this size a body and its headers fit into one packet anyway. */
export const MIN_COMPRESSED_BYTES = 1_000;

/** Extensions of text files and programs; images, fonts and sounds are compressed by their own formats. */
const EXTENSIONS: ReadonlySet<string> = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
]);

/** Returns whether compressing a file is worth the time, by its name and its size. */
export const isCompressible = (name: string, sizeBytes: number): boolean =>
  sizeBytes >= MIN_COMPRESSED_BYTES && EXTENSIONS.has(/\.[^./]+$/.exec(name)?.[0] ?? '');
