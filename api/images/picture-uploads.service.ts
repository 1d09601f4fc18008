import type { Logger } from 'pino';
import type { UploadedPicture } from '#contract/admin-product.ts';
import { ApiError } from '#contract/errors.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import type { ProductRepository } from '../catalog/product.repository.ts';
import { lockShop } from '../catalog/shop-counters.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { listPictureFiles, uploadFolder } from './image-paths.ts';
import { createPictureId, isMadeId } from './picture-ids.ts';
import { addsFirstPicture, chooseAddedNames, chooseEditedNames } from './picture-names.ts';
import {
  expectPictures,
  findPicture,
  findPictures,
  giveUpComingPictures,
  giveUpPictures,
  listStagedPictures,
  stagePicture,
} from './picture.repository.ts';
import type { PictureRow, ProductName } from './picture.repository.ts';
import { loadProductPictures, namesOf, showPictures } from './product-pictures.ts';
import type { PictureCaller, ProductPictures } from './product-pictures.ts';
import { storeFiles } from './store-files.ts';

/** A picture that was given up is gone soon. */
const RETRY_GIVEN_UP_S = 5;

/** One file of an upload. */
export interface UploadedFile {
  /** As its sender calls it. */
  readonly name: string;
  /** `known`: not decoded, because the picture was there when its bytes came. */
  readonly picture: EncodedPicture | 'known';
}

export interface PictureUpload extends PictureCaller {
  readonly product: ProductName;
  /** Id of the only picture, chosen by the caller so that an upload that is repeated is the same picture. */
  readonly id: string | undefined;
  readonly files: readonly UploadedFile[];
  /** They wait for a product that is to be added; one that has the id by now, another one, does not get them. */
  readonly isForAddition: boolean;
}

/** How pictures of products come. */
export interface PictureUploads {
  /** Whether a picture was uploaded under this id before. @throws ApiError in-progress */
  isUploaded(id: string): Promise<boolean>;
  /**
   * Stores pictures. A product shows them at once, after those it has; those for an addition wait for it.
   * @throws ApiError too-many-pictures, idempotency-conflict (the id is that of another shop's picture), in-progress, no-disk-space
   */
  upload(upload: PictureUpload): Promise<UploadedPicture[]>;
}

export interface PictureUploadsOptions {
  readonly database: Database;
  readonly write: Write;
  readonly products: Pick<ProductRepository, 'saveProductsIn'>;
  readonly blobs: BlobStore;
  /** Called when pictures were given up: their files may go. */
  readonly onGivenUp: () => void;
  readonly log: Logger;
  readonly now: () => number;
}

/** States in which a picture's files are there, or are being written, and no product shows it. */
const WAITING: ReadonlySet<PictureRow['state']> = new Set(['coming', 'staged']);

const idsOf = (pictures: readonly PictureRow[]): string[] => pictures.map(({ id }) => id);

const toUploaded = ({ id, name, placeholder, width, height }: PictureRow): UploadedPicture => ({
  id,
  name,
  placeholder,
  width,
  height,
});

export function createPictureUploads(options: PictureUploadsOptions): PictureUploads {
  const { database, write, products, blobs, onGivenUp, log, now } = options;
  /** Uploads under a caller's id take turns, so that none meets another one's half. */
  const inProgress = new Set<string>();

  /** Writes the rows before the files. */
  const expect = (pictures: readonly PictureRow[], { product, isForAddition }: PictureUpload): Promise<void> =>
    write(async ({ trx }) => {
      for (const row of await findPictures(trx, idsOf(pictures))) if (row.state !== 'coming') throw givenUp();
      requireRoom(isForAddition ? undefined : await loadProductPictures(trx, product), pictures);
      await expectPictures(trx, pictures);
    });

  /** Shows stored pictures, or lets them wait for their product. */
  const finish = async (
    unit: WriteUnit,
    { product, owner, actor, files, isForAddition }: PictureUpload,
    pictures: readonly PictureRow[],
  ): Promise<PictureRow[]> => {
    await lockShop(unit.trx, product.shop);
    const stored = await findPictures(unit.trx, idsOf(pictures));
    if (stored.length < pictures.length || !stored.every(({ state }) => WAITING.has(state))) throw givenUp();
    const fileNames = files.map(({ name }) => name);
    const withNames = (names: readonly string[]): PictureRow[] =>
      pictures.map((picture, index) => ({ ...picture, name: names[index] ?? picture.name }));
    const loaded = isForAddition ? undefined : await loadProductPictures(unit.trx, product);
    if (!loaded) {
      const named = withNames(chooseAddedNames(fileNames));
      await replaceStaged(unit, product, owner, named);
      for (const picture of named) await stagePicture(unit.trx, picture);
      return named;
    }
    requireRoom(loaded, pictures);
    const at = now();
    const named = withNames(chooseEditedNames(fileNames, new Set(namesOf(loaded.pictures)), at));
    await showPictures(unit, products, loaded, [...loaded.pictures, ...named], { action: 'add-pictures', actor, at });
    return named;
  };

  const toRow = ({ product, owner, id }: PictureUpload, { picture }: UploadedFile): PictureRow => {
    // It was deleted meanwhile.
    if (picture === 'known') throw givenUp();
    const pictureId = id ?? createPictureId();
    const { placeholder, width, height } = picture;
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

  const store = async (upload: PictureUpload): Promise<PictureRow[]> => {
    const { files } = upload;
    const pictures = files.map((file) => toRow(upload, file));
    await expect(pictures, upload);
    try {
      for (const [index, { folder, number }] of pictures.entries()) {
        const file = files[index];
        if (file && file.picture !== 'known') await storeFiles(blobs, listPictureFiles(folder, number, file.picture));
      }
      return await write((unit) => finish(unit, upload, pictures));
    } catch (error) {
      // A disk without room for pictures may have none for rows; those that stay are swept later.
      await write(({ trx }) => giveUpComingPictures(trx, idsOf(pictures))).catch((failure: unknown) =>
        log.warn({ err: failure }, 'pictures that could not be stored could not be given up'),
      );
      throw error;
    } finally {
      onGivenUp();
    }
  };

  const findUploaded = async (id: string): Promise<PictureRow | undefined> => {
    const row = await findPicture(database.reader, id);
    if (row?.state === 'going') throw givenUp();
    return row?.state === 'coming' ? undefined : row;
  };

  /** One that waits for its product is shown as soon as it is sent again for one that is there. */
  const repeat = (upload: PictureUpload, known: PictureRow): Promise<PictureRow[]> => {
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

function requireRoom(loaded: ProductPictures | undefined, more: readonly PictureRow[]): void {
  const count = (loaded?.pictures.length ?? 0) + more.length;
  if (count > MAX_IMAGE_COUNT) {
    throw new ApiError('too-many-pictures', `A product may have ${MAX_IMAGE_COUNT} pictures at most.`);
  }
}

/**
 * A form that is sent again brings its pictures again. Those of callers who name no ids are known by their names: an upload of the first one
 * begins anew, any other takes the place of its equals.
 */
async function replaceStaged(
  { trx }: WriteUnit,
  product: ProductName,
  owner: string,
  pictures: readonly PictureRow[],
): Promise<void> {
  const made = pictures.filter(({ id }) => isMadeId(id));
  if (made.length === 0) return;
  const names = new Set(namesOf(made));
  const before = (await listStagedPictures(trx, product, owner)).filter(({ id }) => isMadeId(id));
  const outdated = addsFirstPicture(names) ? before : before.filter(({ name }) => names.has(name));
  await giveUpPictures(
    trx,
    outdated.map(({ id }) => id),
  );
}

const givenUp = () => new ApiError('in-progress', undefined, { retryAfterSeconds: RETRY_GIVEN_UP_S });
