import { BlobReader, configure, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { fileError } from './file-problems.ts';
import { isNamedImage, NamedImageError, sortNamedImages } from './named-images.ts';
import type { NamedImage } from './named-images.ts';

/** Maximum number of files in a ZIP file: their names are held in memory. */
const MAX_FILES = 100_000;

// A page may not start workers of generated code, and one image at a time needs none.
configure({ useWebWorkers: false });

/**
 * Lists the images of a ZIP file by name; each is read and unpacked on request, up to the size limit of an image. Overlapping
 * entries, as in files that unpack without end, are not read.
 * @throws ImportError when it is no ZIP file, holds no image, or has too many files
 */
export async function readZipImages(zip: Blob): Promise<NamedImage[]> {
  const reader = new ZipReader(new BlobReader(zip), { checkOverlappingEntry: true });
  const images: NamedImage[] = [];
  let count = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      count += 1;
      if (count > MAX_FILES) break;
      if (entry.directory || !isNamedImage(entry.filename)) continue;
      const { filename: path, uncompressedSize, getData } = entry;
      const read = async (): Promise<Uint8Array<ArrayBuffer>> => {
        if (uncompressedSize > MAX_UPLOAD_BYTES) throw new NamedImageError(FIELD_PROBLEMS.fileTooLarge);
        const sink = new LimitedSink();
        await getData.call(entry, sink.stream).catch((error: unknown) => {
          throw error instanceof NamedImageError ? error : new NamedImageError(FIELD_PROBLEMS.fileDamaged);
        });
        return sink.toBytes();
      };
      images.push({ path, read });
    }
  } catch {
    throw fileError('brokenZip');
  }
  if (count > MAX_FILES) throw fileError('longZip');
  if (images.length === 0) throw fileError('zipWithoutImages');
  return sortNamedImages(images);
}

/** Collects what is unpacked, up to the size limit of an image: the size that the file states may be wrong. */
class LimitedSink {
  readonly #parts: Uint8Array[] = [];
  #size = 0;
  readonly stream = new WritableStream<Uint8Array>({
    write: (part) => {
      this.#size += part.length;
      if (this.#size > MAX_UPLOAD_BYTES) throw new NamedImageError(FIELD_PROBLEMS.fileTooLarge);
      this.#parts.push(part);
    },
  });

  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }
}
