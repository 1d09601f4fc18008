import { createHash } from 'node:crypto';
import { imageName } from '#contract/images/image-names.ts';
import { imageTypeOf } from '#contract/images/image-types.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import type { Logger } from 'pino';
import type { ProductWritesService } from '../catalog/products/product-writes.service.ts';
import { lockShop } from '../catalog/products/shop-counters.ts';
import type { CallerLife } from '../http/caller/caller-life.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { SERVER_ID_PREFIX } from './image-ids.ts';
import type { LivingProduct } from './image-ids.ts';
import { chooseEditedNames } from './image-names.ts';
import { listImageFiles, uploadFolder } from './image-paths.ts';
import { discardPendingImages, findImage, findImagesInFolder, insertPendingImages } from './image.repository.ts';
import type { ImageRow, LiveImage } from './image.repository.ts';
import type { ImageFacts } from './processing/image-pipeline.ts';
import type { EncodedImage } from './processing/encode-image.ts';
import { loadProductImages, namesOf, showImages } from './product-images.ts';
import type { ProductImages } from './product-images.ts';
import { storeFiles } from './store-files.ts';

/** A discarded image is deleted within seconds; then its id may be used again. */
const RETRY_AFTER_S = 5;

export interface ImportedImage {
  readonly product: LivingProduct;
  /** The original file, not converted yet. */
  readonly bytes: Buffer;
  /** Returns the index of the new image among those of the product; the end by default. */
  readonly placeAmong?: (unit: WriteUnit, images: readonly LiveImage[]) => Promise<number>;
  /** Runs in the transaction in which the product begins to show the image; in one of its own when the product shows it already. */
  readonly onShown?: (unit: WriteUnit, imageId: string) => Promise<void>;
}

/** Images of imports. Their folders derive from their bytes, so that a file is stored once, however many products show it. */
export interface ImportedImages {
  /**
   * Shows an image on a product; returns false when the product shows it already.
   * @throws ApiError not-found (the product no longer exists), too-large, unsupported-media-type, too-many-pictures, in-progress, no-disk-space
   */
  show(image: ImportedImage, life?: CallerLife): Promise<boolean>;
}

export interface ImportedImagesOptions {
  readonly database: Database;
  readonly write: Write;
  readonly products: Pick<ProductWritesService, 'saveProductsIn'>;
  readonly blobs: BlobStore;
  readonly encode: (bytes: Buffer, life?: CallerLife) => Promise<EncodedImage>;
  /** Called after images were discarded: their files can be deleted. */
  readonly onDiscarded: () => void;
  readonly log: Logger;
  readonly now: () => number;
}

/** Names the folder of the images that have these bytes. The `x` distinguishes it from the ids of uploads. */
const contentKey = (bytes: Buffer): string => `x${createHash('sha256').update(bytes).digest('base64url')}`;

const isStored = ({ state }: ImageRow): boolean => state === 'live' || state === 'staged';

export function createImportedImages(options: ImportedImagesOptions): ImportedImages {
  const { database, write, products, blobs, encode, onDiscarded, log, now } = options;

  const load = async ({ trx }: Pick<WriteUnit, 'trx'>, product: LivingProduct): Promise<ProductImages> => {
    const loaded = await loadProductImages(trx, product);
    if (loaded?.product.life !== product.life) throw new ApiError('not-found');
    if (loaded.images.length >= MAX_IMAGE_COUNT) throw new ApiError('too-many-pictures');
    return loaded;
  };

  const finish = async (unit: WriteUnit, row: ImageRow, image: ImportedImage): Promise<void> => {
    await lockShop(unit.trx, row.shop);
    const loaded = await load(unit, image.product);
    const at = (await image.placeAmong?.(unit, loaded.images)) ?? loaded.images.length;
    const [name = ''] = chooseEditedNames([''], new Set(namesOf(loaded.images)), now());
    await showImages(unit, products, loaded, loaded.images.toSpliced(at, 0, { ...row, name } as LiveImage));
    await image.onShown?.(unit, row.id);
  };

  const storeNew = async (row: ImageRow, encoded: EncodedImage, image: ImportedImage): Promise<void> => {
    await write(async ({ trx }) => {
      if ((await findImagesInFolder(trx, row.folder)).some(({ state }) => state === 'going')) throw busyError();
      await load({ trx }, image.product);
      await insertPendingImages(trx, [row]);
    });
    try {
      await storeFiles(blobs, listImageFiles(row.folder, row.number, encoded));
      await write(async (unit) => {
        if ((await findImage(unit.trx, row.id))?.state !== 'coming') throw busyError();
        await finish(unit, row, image);
      });
    } catch (error) {
      await write(({ trx }) => discardPendingImages(trx, [row.id])).catch((failure: unknown) =>
        log.warn({ err: failure }, 'rows of a failed import of an image could not be discarded'),
      );
      onDiscarded();
      throw error;
    }
  };

  /** Shows an image whose bytes are stored already: it shares the files. @throws ApiError in-progress when they were discarded meanwhile */
  const storeCopy = (row: ImageRow, image: ImportedImage): Promise<void> =>
    write(async (unit) => {
      const others = await findImagesInFolder(unit.trx, row.folder);
      if (!others.some(isStored) || others.some(({ state }) => state === 'going')) throw busyError();
      await insertPendingImages(unit.trx, [row]);
      await finish(unit, row, image);
    });

  /** Returns whether the product shows this very file already, as when an export is imported into the same shop again. */
  const isOwnFile = async ({ product, bytes }: ImportedImage): Promise<boolean> => {
    if (imageTypeOf(bytes) !== 'webp') return false;
    const loaded = await loadProductImages(database.reader, product);
    for (const { folder, number } of loaded?.images ?? []) {
      const blob = await blobs.find(`${folder}/${imageName(number)}`);
      if (blob?.bytes.equals(bytes)) return true;
    }
    return false;
  };

  return {
    async show(image, life) {
      const { product, bytes } = image;
      if (!image.onShown && (await isOwnFile(image))) return false;
      const key = contentKey(bytes);
      const id = `${SERVER_ID_PREFIX}${key}-${product.shop}-${product.productId}.${product.life}`;
      const known = await findImage(database.reader, id);
      if (known?.state === 'live') {
        await write(async (unit) => image.onShown?.(unit, id));
        return false;
      }
      const folder = uploadFolder(key);
      const copy = (await findImagesInFolder(database.reader, folder)).find(isStored);
      const encoded = copy ? undefined : await encode(bytes, life);
      const row = toRow(product, id, folder, encoded ?? (copy as ImageFacts), now());
      await (encoded ? storeNew(row, encoded, image) : storeCopy(row, image));
      return true;
    },
  };
}

const toRow = (
  { shop, productId: product_id, life }: LivingProduct,
  id: string,
  folder: string,
  { placeholder, width, height }: ImageFacts,
  created_at: number,
): ImageRow => ({
  id,
  shop,
  product_id,
  life,
  name: '',
  position: null,
  state: 'coming',
  folder,
  number: 1,
  owner: '',
  condition: '',
  placeholder,
  width,
  height,
  created_at,
});

const busyError = () => new ApiError('in-progress', undefined, { retryAfterSeconds: RETRY_AFTER_S });
