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
import { describePicture } from './image-pipeline.ts';
import { createPictureId, isMadeId } from './picture-ids.ts';
import { chooseAddedNames, chooseEditedNames, addsFirstPicture } from './picture-names.ts';
import {
  expectPictures,
  findPicture,
  findPictures,
  giveUpPictures,
  listStagedPictures,
  stagePicture,
} from './picture.repository.ts';
import type { LivePicture, PictureRow, ProductName } from './picture.repository.ts';
import { loadProductPictures, showPictures } from './product-pictures.ts';
import type { PictureChange, ProductPictures } from './product-pictures.ts';
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

/** Who asks for a change. */
export interface PictureCaller {
  /** A hash of the administrator's token. */
  readonly owner: string;
  /** Who it is, for the record. */
  readonly actor: string;
}

export interface PictureUpload extends PictureCaller {
  readonly product: ProductName;
  /** Id of the only picture, chosen by the caller so that an upload that is repeated is the same picture. */
  readonly id: string | undefined;
  readonly files: readonly UploadedFile[];
  /** They wait for a product that is to be added; one that has the id by now, another one, does not get them. */
  readonly isForAddition: boolean;
}

/** The pictures of products, as administrators change them. Their files never move: an order of pictures is an order of rows. */
export interface Pictures {
  /** A picture that was uploaded under this id before; undefined when there is none. */
  findUploaded(id: string): Promise<UploadedPicture | undefined>;
  /**
   * Stores pictures. A product shows them at once, after those it has; those for an addition wait for it.
   * @throws ApiError too-many-pictures, idempotency-conflict (the id is that of another shop's picture), in-progress, no-disk-space
   */
  upload(upload: PictureUpload): Promise<UploadedPicture[]>;
  /** Names of a product's pictures in their order. @throws ApiError not-found */
  list(product: ProductName): Promise<string[]>;
  /** Puts pictures into an order, the others behind them; names that no picture has count for nothing. @throws ApiError not-found */
  order(product: ProductName, names: readonly string[], caller: PictureCaller): Promise<string[]>;
  /** Deletes a picture if it is there; gives the names of the others. @throws ApiError not-found, last-picture */
  remove(product: ProductName, name: string, caller: PictureCaller): Promise<string[]>;
}

export interface PicturesOptions {
  readonly database: Database;
  readonly write: Write;
  readonly products: Pick<ProductRepository, 'saveProductsIn'>;
  readonly blobs: BlobStore;
  /** Called when pictures were given up: their files may go. */
  readonly onGivenUp: () => void;
  readonly now: () => number;
}

const namesOf = (pictures: readonly PictureRow[]): string[] => pictures.map(({ name }) => name);

const toUploaded = ({ id, name, placeholder, width, height }: PictureRow): UploadedPicture => ({
  id,
  name,
  placeholder,
  width,
  height,
});

export function createPictures(options: PicturesOptions): Pictures {
  const { database, write, products, blobs, onGivenUp, now } = options;
  /** Uploads under a caller's id take turns, so that none meets another one's half. */
  const inProgress = new Set<string>();

  const change = async (
    product: ProductName,
    { actor }: PictureCaller,
    action: PictureChange['action'],
    plan: (pictures: readonly LivePicture[]) => readonly LivePicture[],
  ): Promise<string[]> => {
    const known = await getProductPictures(database.reader, product);
    const described = await describeFirst(plan(known.pictures));
    const names = await write(async (unit) => {
      await lockShop(unit.trx, product.shop);
      const loaded = await getProductPictures(unit.trx, product);
      const after = plan(loaded.pictures).map((picture) => (picture.id === described?.id ? described : picture));
      const isSame = after.length === loaded.pictures.length && after.every(({ position }, at) => position === at + 1);
      if (!isSame) await showPictures(unit, products, loaded, after, { action, actor, at: now() });
      return namesOf(after);
    });
    onGivenUp();
    return names;
  };

  /** A picture that had no row may come to the front, where its placeholder is needed. */
  const describeFirst = async ([first]: readonly LivePicture[]): Promise<LivePicture | undefined> => {
    if (!first || first.placeholder !== '') return undefined;
    const blob = await blobs.find(`${first.folder}/${first.number}.webp`);
    return blob && { ...first, ...(await describePicture(blob.bytes)) };
  };

  /** Writes the rows before the files. */
  const expect = (pictures: readonly PictureRow[], { product, isForAddition }: PictureUpload): Promise<void> =>
    write(async ({ trx }) => {
      const ids = pictures.map(({ id }) => id);
      for (const row of await findPictures(trx, ids)) if (row.state !== 'coming') throw givenUp();
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
    const stored = await findPictures(
      unit.trx,
      pictures.map(({ id }) => id),
    );
    if (stored.length < pictures.length || stored.some(({ state }) => state !== 'coming')) throw givenUp();
    const fileNames = files.map(({ name }) => name);
    const loaded = await loadProductPictures(unit.trx, product);
    if (!loaded || isForAddition) {
      const names = chooseAddedNames(fileNames);
      const named = pictures.map((picture, index) => ({ ...picture, name: names[index] ?? picture.name }));
      await replaceStaged(unit, product, owner, named);
      for (const picture of named) await stagePicture(unit.trx, picture);
      return named;
    }
    requireRoom(loaded, pictures);
    const at = now();
    const names = chooseEditedNames(fileNames, new Set(namesOf(loaded.pictures)), at);
    const named = pictures.map((picture, index) => ({ ...picture, name: names[index] ?? picture.name }));
    await showPictures(unit, products, loaded, [...loaded.pictures, ...named], { action: 'add-pictures', actor, at });
    return named;
  };

  const store = async (upload: PictureUpload): Promise<UploadedPicture[]> => {
    const { product, owner, files, id } = upload;
    const pictures = files.map(({ picture }): PictureRow => {
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
    });
    await expect(pictures, upload);
    try {
      for (const [index, { folder, number }] of pictures.entries()) {
        const file = files[index];
        if (file && file.picture !== 'known') await storeFiles(blobs, listPictureFiles(folder, number, file.picture));
      }
      return (await write((unit) => finish(unit, upload, pictures))).map(toUploaded);
    } catch (error) {
      await write(({ trx }) =>
        giveUpPictures(
          trx,
          pictures.map((picture) => picture.id),
        ),
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

  return {
    async findUploaded(id) {
      const row = await findUploaded(id);
      return row && toUploaded(row);
    },

    async upload(upload) {
      const { id, product } = upload;
      if (id === undefined) return store(upload);
      if (inProgress.has(id)) throw givenUp();
      inProgress.add(id);
      try {
        const known = await findUploaded(id);
        if (known && known.shop !== product.shop) throw new ApiError('idempotency-conflict');
        return known ? [toUploaded(known)] : await store(upload);
      } finally {
        inProgress.delete(id);
      }
    },

    async list(product) {
      return namesOf((await getProductPictures(database.reader, product)).pictures);
    },

    order: (product, names, caller) =>
      change(product, caller, 'order-pictures', (pictures) => {
        const byName = new Map(pictures.map((picture) => [picture.name, picture]));
        const named = [...new Set(names)].flatMap((name) => byName.get(name) ?? []);
        return [...named, ...pictures.filter((picture) => !named.includes(picture))];
      }),

    remove: (product, name, caller) =>
      change(product, caller, 'delete-picture', (pictures) => {
        const others = pictures.filter((picture) => picture.name !== name);
        if (others.length === 0 && pictures.length > 0) throw new ApiError('last-picture');
        return others;
      }),
  };
}

async function getProductPictures(...args: Parameters<typeof loadProductPictures>): Promise<ProductPictures> {
  const loaded = await loadProductPictures(...args);
  if (!loaded) throw new ApiError('not-found');
  return loaded;
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
