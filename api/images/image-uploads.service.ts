import type { Logger } from 'pino';
import type { UploadedImage } from '#contract/products/admin-product.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import type { ProductWritesService } from '../catalog/products/product-writes.service.ts';
import { lockShop } from '../catalog/products/shop-counters.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
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
import type { ImageRow } from './image.repository.ts';
import type { ProductKey } from './image-ids.ts';
import { loadProductImages, namesOf, showImages } from './product-images.ts';
import type { ImageCaller, ProductImages, SeenProduct } from './product-images.ts';
import { storeFiles } from './store-files.ts';

/** A discarded image is deleted within seconds; then its id may be used again. */
const RETRY_AFTER_S = 5;

/** One file of an upload. */
export interface UploadedFile {
  /** Chosen by the sender. */
  readonly name: string;
  /** `known`: not decoded, because the image was stored already when its bytes arrived. */
  readonly image: EncodedImage | 'known';
}

export interface ImageUpload extends ImageCaller {
  readonly product: SeenProduct;
  /** Id of the only image, chosen by the caller so that a repeated upload is the same image. */
  readonly id: string | undefined;
  readonly files: readonly UploadedFile[];
  /** Whether the images are for a product that is still to be added; a product that has the id already does not get them. */
  readonly isForAddition: boolean;
}

/** Uploads of product images. */
export interface ImageUploads {
  /** Returns whether an image was uploaded under this id before. @throws ApiError in-progress */
  isUploaded(id: string): Promise<boolean>;
  /**
   * Stores images. An existing product shows them at once, after those it has; those for an addition are staged until it is added.
   * @throws ApiError not-found (the product that the caller saw), too-many-pictures, idempotency-conflict (another shop's image has the id),
   *   in-progress, no-disk-space
   */
  upload(upload: ImageUpload): Promise<UploadedImage[]>;
}

export interface ImageUploadsOptions {
  readonly database: Database;
  readonly write: Write;
  readonly products: Pick<ProductWritesService, 'saveProductsIn'>;
  readonly blobs: BlobStore;
  /** Called after images were discarded: their files can be deleted. */
  readonly onDiscarded: () => void;
  readonly log: Logger;
  readonly now: () => number;
}

/** States of an image whose files are stored or being written, and that no product shows. */
const NOT_SHOWN: ReadonlySet<ImageRow['state']> = new Set(['coming', 'staged']);

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
  /** Ids of running uploads: a second upload under an id must not meet a half-written one. */
  const inProgress = new Set<string>();

  /** Writes the rows before the files. */
  const insertPending = (images: readonly ImageRow[], { product, isForAddition }: ImageUpload): Promise<void> =>
    write(async ({ trx }) => {
      for (const row of await findImages(trx, idsOf(images))) if (row.state !== 'coming') throw busyError();
      requireRoom(isForAddition ? undefined : await loadProductImages(trx, product), images);
      await insertPendingImages(trx, images);
    });

  /** Shows stored images, or stages them for their product. */
  const finish = async (
    unit: WriteUnit,
    { product, owner, actor, files, isForAddition }: ImageUpload,
    images: readonly ImageRow[],
  ): Promise<ImageRow[]> => {
    await lockShop(unit.trx, product.shop);
    const stored = await findImages(unit.trx, idsOf(images));
    if (stored.length < images.length || !stored.every(({ state }) => NOT_SHOWN.has(state))) throw busyError();
    const fileNames = files.map(({ name }) => name);
    const withNames = (names: readonly string[]): ImageRow[] =>
      images.map((image, index) => ({ ...image, name: names[index] ?? image.name }));
    const loaded = isForAddition ? undefined : await loadProductImages(unit.trx, product);
    if (!loaded) {
      const named = withNames(chooseAddedNames(fileNames));
      await replaceStaged(unit, product, owner, named);
      for (const image of named) await stageImage(unit.trx, image);
      const subject = `${product.shop}/${product.productId}`;
      const after = { images: namesOf(named) };
      await recordAudit(unit.trx, { at: now(), actor, action: 'upload-images', subject, after });
      return named;
    }
    requireRoom(loaded, images);
    const at = now();
    const named = withNames(chooseEditedNames(fileNames, new Set(namesOf(loaded.images)), at));
    await showImages(unit, products, loaded, [...loaded.images, ...named], { action: 'add-pictures', actor, at });
    return named;
  };

  const toRow = ({ product, owner, id }: ImageUpload, { image }: UploadedFile): ImageRow => {
    // The image was deleted after its bytes arrived.
    if (image === 'known') throw busyError();
    const imageId = id ?? createImageId();
    const { placeholder, width, height } = image;
    return {
      id: imageId,
      shop: product.shop,
      product_id: product.productId,
      life: 0,
      name: '',
      position: null,
      state: 'coming',
      folder: uploadFolder(imageId),
      number: 1,
      owner,
      placeholder,
      width,
      height,
      condition: '',
      created_at: now(),
    };
  };

  const store = async (upload: ImageUpload): Promise<ImageRow[]> => {
    const { files } = upload;
    const images = files.map((file) => toRow(upload, file));
    await insertPending(images, upload);
    try {
      for (const [index, { folder, number }] of images.entries()) {
        const file = files[index];
        if (file && file.image !== 'known') await storeFiles(blobs, listImageFiles(folder, number, file.image));
      }
      return await write((unit) => finish(unit, upload, images));
    } catch (error) {
      // A disk that is full for files may be full for rows as well; rows that stay are discarded by the hourly job.
      await write(({ trx }) => discardPendingImages(trx, idsOf(images))).catch((failure: unknown) =>
        log.warn({ err: failure }, 'rows of a failed image upload could not be discarded'),
      );
      throw error;
    } finally {
      onDiscarded();
    }
  };

  const findUploaded = async (id: string): Promise<ImageRow | undefined> => {
    const row = await findImage(database.reader, id);
    if (row?.state === 'going') throw busyError();
    return row?.state === 'coming' ? undefined : row;
  };

  /** Answers a repeated upload; shows a staged image if the upload is now for an existing product. */
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
      if (inProgress.has(id)) throw busyError();
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
    throw new ApiError('too-many-pictures', `A product may have at most ${MAX_IMAGE_COUNT} images.`);
  }
}

/**
 * Discards earlier uploads of a form that is sent again. Images without a caller's id are recognized by their names: an upload with the
 * first image replaces all earlier ones, any other replaces those of the same names.
 */
async function replaceStaged(
  { trx }: WriteUnit,
  product: ProductKey,
  owner: string,
  images: readonly ImageRow[],
): Promise<void> {
  const unnamed = images.filter(({ id }) => isServerId(id));
  if (unnamed.length === 0) return;
  const names = new Set(namesOf(unnamed));
  const before = (await listStagedImages(trx, product, owner)).filter(({ id }) => isServerId(id));
  const outdated = addsFirstImage(names) ? before : before.filter(({ name }) => names.has(name));
  await discardImages(
    trx,
    outdated.map(({ id }) => id),
  );
}

const busyError = () => new ApiError('in-progress', undefined, { retryAfterSeconds: RETRY_AFTER_S });
