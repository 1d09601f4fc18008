import type { Logger } from 'pino';
import type { UploadedImage } from '#contract/admin-product.ts';
import { ApiError } from '#contract/errors.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import type { ProductWritesService } from '../catalog/products/product-writes.service.ts';
import { lockShop } from '../catalog/products/shop-counters.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import type { EncodedImage } from './processing/encode-image.ts';
import { listImageFiles, uploadFolder } from './image-paths.ts';
import { createImageId, isServerId } from './image-ids.ts';
import { addsFirstImage, chooseAddedNames, chooseEditedNames } from './image-names.ts';
import {
  insertPendingImages,
  findImage,
  findImages,
  discardPendingImages,
  discardImages,
  listStagedImages,
  stageImage,
} from './image.repository.ts';
import type { ImageRow, ProductKey } from './image.repository.ts';
import { loadProductImages, namesOf, showImages } from './product-images.ts';
import type { ImageCaller, ProductImages } from './product-images.ts';
import { storeFiles } from './store-files.ts';

/** A picture that was given up is gone soon. */
const RETRY_GIVEN_UP_S = 5;

/** One file of an upload. */
export interface UploadedFile {
  /** As its sender calls it. */
  readonly name: string;
  /** `known`: not decoded, because the picture was there when its bytes came. */
  readonly image: EncodedImage | 'known';
}

export interface ImageUpload extends ImageCaller {
  readonly product: ProductKey;
  /** Id of the only picture, chosen by the caller so that an upload that is repeated is the same picture. */
  readonly id: string | undefined;
  readonly files: readonly UploadedFile[];
  /** They wait for a product that is to be added; one that has the id by now, another one, does not get them. */
  readonly isForAddition: boolean;
}

/** How pictures of products come. */
export interface ImageUploads {
  /** Whether a picture was uploaded under this id before. @throws ApiError in-progress */
  isUploaded(id: string): Promise<boolean>;
  /**
   * Stores pictures. A product shows them at once, after those it has; those for an addition wait for it.
   * @throws ApiError too-many-pictures, idempotency-conflict (the id is that of another shop's picture), in-progress, no-disk-space
   */
  upload(upload: ImageUpload): Promise<UploadedImage[]>;
}

export interface ImageUploadsOptions {
  readonly database: Database;
  readonly write: Write;
  readonly products: Pick<ProductWritesService, 'saveProductsIn'>;
  readonly blobs: BlobStore;
  /** Called when pictures were given up: their files may go. */
  readonly onDiscarded: () => void;
  readonly log: Logger;
  readonly now: () => number;
}

/** States in which a picture's files are there, or are being written, and no product shows it. */
const WAITING: ReadonlySet<ImageRow['state']> = new Set(['coming', 'staged']);

const idsOf = (images: readonly ImageRow[]): string[] => images.map(({ id }) => id);

const toUploaded = ({ id, name, placeholder, width, height }: ImageRow): UploadedImage => ({
  id,
  name,
  placeholder,
  width,
  height,
});

export function createImageUploads(options: ImageUploadsOptions): ImageUploads {
  const { database, write, products, blobs, onDiscarded, log, now } = options;
  /** Uploads under a caller's id take turns, so that none meets another one's half. */
  const inProgress = new Set<string>();

  /** Writes the rows before the files. */
  const expect = (images: readonly ImageRow[], { product, isForAddition }: ImageUpload): Promise<void> =>
    write(async ({ trx }) => {
      for (const row of await findImages(trx, idsOf(images))) if (row.state !== 'coming') throw givenUp();
      requireRoom(isForAddition ? undefined : await loadProductImages(trx, product), images);
      await insertPendingImages(trx, images);
    });

  /** Shows stored pictures, or lets them wait for their product. */
  const finish = async (
    unit: WriteUnit,
    { product, owner, actor, files, isForAddition }: ImageUpload,
    images: readonly ImageRow[],
  ): Promise<ImageRow[]> => {
    await lockShop(unit.trx, product.shop);
    const stored = await findImages(unit.trx, idsOf(images));
    if (stored.length < images.length || !stored.every(({ state }) => WAITING.has(state))) throw givenUp();
    const fileNames = files.map(({ name }) => name);
    const withNames = (names: readonly string[]): ImageRow[] =>
      images.map((image, index) => ({ ...image, name: names[index] ?? image.name }));
    const loaded = isForAddition ? undefined : await loadProductImages(unit.trx, product);
    if (!loaded) {
      const named = withNames(chooseAddedNames(fileNames));
      await replaceStaged(unit, product, owner, named);
      for (const image of named) await stageImage(unit.trx, image);
      return named;
    }
    requireRoom(loaded, images);
    const at = now();
    const named = withNames(chooseEditedNames(fileNames, new Set(namesOf(loaded.images)), at));
    await showImages(unit, products, loaded, [...loaded.images, ...named], { action: 'add-pictures', actor, at });
    return named;
  };

  const toRow = ({ product, owner, id }: ImageUpload, { image }: UploadedFile): ImageRow => {
    // It was deleted meanwhile.
    if (image === 'known') throw givenUp();
    const pictureId = id ?? createImageId();
    const { placeholder, width, height } = image;
    return {
      id: pictureId,
      shop: product.shop,
      product_id: product.productId,
      name: '',
      position: null,
      state: 'coming',
      folder: uploadFolder(pictureId),
      number: 1,
      owner,
      placeholder,
      width,
      height,
      created_at: now(),
    };
  };

  const store = async (upload: ImageUpload): Promise<ImageRow[]> => {
    const { files } = upload;
    const images = files.map((file) => toRow(upload, file));
    await expect(images, upload);
    try {
      for (const [index, { folder, number }] of images.entries()) {
        const file = files[index];
        if (file && file.image !== 'known') await storeFiles(blobs, listImageFiles(folder, number, file.image));
      }
      return await write((unit) => finish(unit, upload, images));
    } catch (error) {
      // A disk without room for pictures may have none for rows; those that stay are swept later.
      await write(({ trx }) => discardPendingImages(trx, idsOf(images))).catch((failure: unknown) =>
        log.warn({ err: failure }, 'pictures that could not be stored could not be given up'),
      );
      throw error;
    } finally {
      onDiscarded();
    }
  };

  const findUploaded = async (id: string): Promise<ImageRow | undefined> => {
    const row = await findImage(database.reader, id);
    if (row?.state === 'going') throw givenUp();
    return row?.state === 'coming' ? undefined : row;
  };

  /** One that waits for its product is shown as soon as it is sent again for one that is there. */
  const repeat = (upload: ImageUpload, known: ImageRow): Promise<ImageRow[]> => {
    if (known.shop !== upload.product.shop) throw new ApiError('idempotency-conflict');
    if (known.state === 'live' || upload.isForAddition) return Promise.resolve([known]);
    return write((unit) => finish(unit, upload, [known]));
  };

  return {
    isUploaded: async (id) => (await findUploaded(id)) !== undefined,

    async upload(upload) {
      const { id } = upload;
      if (id === undefined) return (await store(upload)).map(toUploaded);
      if (inProgress.has(id)) throw givenUp();
      inProgress.add(id);
      try {
        const known = await findUploaded(id);
        return (await (known ? repeat(upload, known) : store(upload))).map(toUploaded);
      } finally {
        inProgress.delete(id);
      }
    },
  };
}

function requireRoom(loaded: ProductImages | undefined, more: readonly ImageRow[]): void {
  const count = (loaded?.images.length ?? 0) + more.length;
  if (count > MAX_IMAGE_COUNT) {
    throw new ApiError('too-many-pictures', `A product may have ${MAX_IMAGE_COUNT} images at most.`);
  }
}

/**
 * A form that is sent again brings its pictures again. Those of callers who name no ids are known by their names: an upload of the first one
 * begins anew, any other takes the place of its equals.
 */
async function replaceStaged(
  { trx }: WriteUnit,
  product: ProductKey,
  owner: string,
  images: readonly ImageRow[],
): Promise<void> {
  const made = images.filter(({ id }) => isServerId(id));
  if (made.length === 0) return;
  const names = new Set(namesOf(made));
  const before = (await listStagedImages(trx, product, owner)).filter(({ id }) => isServerId(id));
  const outdated = addsFirstImage(names) ? before : before.filter(({ name }) => names.has(name));
  await discardImages(
    trx,
    outdated.map(({ id }) => id),
  );
}

const givenUp = () => new ApiError('in-progress', undefined, { retryAfterSeconds: RETRY_GIVEN_UP_S });
