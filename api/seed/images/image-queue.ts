import { availableParallelism } from 'node:os';
import type { ImageFile } from '#api/images/image-paths.ts';
import type { BlobStore } from '#api/storage/blobs/blob-store.ts';
import type { Motif } from './image-plan.ts';
import type { ImagePlace, Painter } from './painter.ts';

/** An image that is not drawn yet. */
export interface PlannedImage extends ImagePlace {
  readonly motif: Motif;
}

/** Images that are drawn one after the other, and at once when they are needed. */
export interface ImageQueue {
  /** The store with all images: who asks for one that is not drawn yet gets it once it is. */
  readonly blobs: BlobStore;
  /** Draws all images. @throws when one of them could not be drawn or stored */
  drawAll(report: (done: number, total: number) => void): Promise<void>;
}

/** Of a file of an image in any width. */
const IMAGE_FILE = /^(?<folder>.+?)\/(?:preview\/)?(?<number>\d+)(?:-\d+)?\.webp$/;

const toKey = (folder: string, number: number | string): string => `${folder}/${number}`;

export function createImageQueue(
  blobs: BlobStore,
  planned: readonly PlannedImage[],
  { draw }: Pick<Painter, 'draw'>,
): ImageQueue {
  const waiting = new Map(planned.map((image) => [toKey(image.folder, image.number), image]));
  const inWork = new Map<string, Promise<void>>();

  /** Draws an image unless it is drawn; one that fails is tried again when it is asked for again. */
  const ensure = (key: string): Promise<void> => {
    const image = waiting.get(key);
    if (!image) return Promise.resolve();
    const begun = inWork.get(key);
    if (begun) return begun;
    const work = draw(image.motif, { folder: image.folder, number: image.number })
      .then((files) => storeInOrder(blobs, files))
      .then(() => void waiting.delete(key))
      .finally(() => inWork.delete(key));
    inWork.set(key, work);
    return work;
  };
  /** Waits for the image of a path; the store then tells whether it could be drawn. */
  const settle = async (path: string): Promise<void> => {
    if (waiting.size === 0) return;
    const { folder = '', number = '' } = IMAGE_FILE.exec(path)?.groups ?? {};
    await ensure(toKey(folder, number)).catch(() => undefined);
  };

  return {
    blobs: {
      ...blobs,
      find: (path) => settle(path).then(() => blobs.find(path)),
      // Otherwise the drawing would follow what is written or deleted.
      put: (path, bytes, options) => settle(path).then(() => blobs.put(path, bytes, options)),
      delete: (path) => settle(path).then(() => blobs.delete(path)),
    },
    async drawAll(report) {
      const keys = [...waiting.keys()];
      const rest = keys.values();
      const drawRest = async (): Promise<void> => {
        for (const key of rest) {
          await ensure(key);
          report(keys.length - waiting.size, keys.length);
        }
      };
      await Promise.all(Array.from({ length: availableParallelism() }, drawRest));
    },
  };
}

/** Writes the file in the largest width, which is the first, last: where it exists, an interrupted run has stored the others. */
async function storeInOrder(blobs: BlobStore, [largest, ...others]: readonly ImageFile[]): Promise<void> {
  await Promise.all(others.map(({ path, bytes }) => blobs.put(path, bytes)));
  if (largest) await blobs.put(largest.path, largest.bytes);
}
