import { availableParallelism } from 'node:os';
import type { ImageFile } from '#api/images/image-paths.ts';
import type { BlobStore } from '#api/storage/blobs/blob-store.ts';
import type { Motif } from './image-plan.ts';
import type { ImagePlace, Painter } from './painter.ts';

/** An image that is not drawn yet. */
export interface PlannedImage extends ImagePlace {
  readonly motif: Motif;
}

/** Images that are drawn in order, a few at the same time. An image that is needed is drawn at once. */
export interface ImageQueue {
  /** The store with all images; a call for one that is not drawn yet waits until it is. */
  readonly blobs: BlobStore;
  /** Draws all images. @throws when one of them could not be drawn or stored */
  drawAll(report: (done: number, total: number) => void): Promise<void>;
}

/** The path of an image file in any width. */
const IMAGE_FILE = /^(?<folder>.+?)\/(?:preview\/)?(?<number>\d+)(?:-\d+)?\.webp$/;

const toKey = (folder: string, number: number | string): string => `${folder}/${number}`;

export function createImageQueue(
  blobs: BlobStore,
  planned: readonly PlannedImage[],
  { draw }: Pick<Painter, 'draw'>,
): ImageQueue {
  const waiting = new Map(planned.map((image) => [toKey(image.folder, image.number), image]));
  const inWork = new Map<string, Promise<void>>();

  /** Draws an image unless it is already drawn; after a failure, the next call tries again. */
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
  /** Waits for the image of a path; the store then shows whether it could be drawn. */
  const settle = async (path: string): Promise<void> => {
    if (waiting.size === 0) return;
    const { folder = '', number = '' } = IMAGE_FILE.exec(path)?.groups ?? {};
    await ensure(toKey(folder, number)).catch(() => undefined);
  };

  return {
    blobs: {
      ...blobs,
      find: (path) => settle(path).then(() => blobs.find(path)),
      // Otherwise the drawing could be stored after the write or the deletion, and undo it.
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

/** Writes the largest file, the first of the list, last: if it exists after an interrupted run, the others do as well. */
async function storeInOrder(blobs: BlobStore, [largest, ...others]: readonly ImageFile[]): Promise<void> {
  await Promise.all(others.map(({ path, bytes }) => blobs.put(path, bytes)));
  if (largest) await blobs.put(largest.path, largest.bytes);
}
