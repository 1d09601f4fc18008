import { editorPicturePath, findEditorPictureId } from '#contract/admin-product.ts';
import { ApiError } from '#contract/errors.ts';
import type { Blob, BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import {
  expectEditorPicture,
  expireEditorPicture,
  expireEditorPictures,
  findEditorPicture,
  giveUpEditorPicture,
  markEditorPictureStored,
} from './editor-picture.repository.ts';
import type { EditorPictureRow } from './editor-picture.repository.ts';
import { editorBlobPath } from './image-paths.ts';
import type { EncodedPhoto } from './image-pipeline.ts';
import { KEEP_UNUSED_MS } from './keep-times.ts';
import { createPictureId } from './picture-ids.ts';
import { findProductImages } from './picture.repository.ts';
import type { ProductName } from './picture.repository.ts';
import { storeFiles } from './store-files.ts';

/** A picture that was given up is gone soon. */
const RETRY_GIVEN_UP_S = 5;

export interface EditorUpload {
  readonly product: ProductName;
  /** Chosen by the caller, so that an upload that is repeated is the same picture. */
  readonly id: string | undefined;
  /** A hash of the administrator's token. */
  readonly owner: string;
  /** `known`: not decoded, because the picture was there when its bytes came. */
  readonly photo: EncodedPhoto | 'known';
}

/** Pictures of descriptions. They belong to no product: each that shows one notes that when it is saved. */
export interface EditorPictures {
  /** Address of a picture that was uploaded under this id before; undefined when there is none. */
  findUploaded(id: string, product: ProductName): Promise<string | undefined>;
  /** Stores a picture; gives its address. @throws ApiError idempotency-conflict (the id is that of another shop's picture), in-progress, no-disk-space */
  upload(upload: EditorUpload): Promise<string>;
  /** In WebP; undefined when there is none. */
  find(id: string): Promise<Blob | undefined>;
  /** Deletes the picture of an address as soon as no product shows it. @throws ApiError bad-request (no address of ours), not-found */
  remove(src: string): Promise<void>;
  /** Deletes what a caller uploaded for a product that is not there, and that no other shows. @throws ApiError product-exists */
  removeAll(product: ProductName, owner: string): Promise<void>;
}

export interface EditorPicturesOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  /** Called when pictures were given up: their files may go. */
  readonly onGivenUp: () => void;
  readonly now: () => number;
}

export function createEditorPictures(options: EditorPicturesOptions): EditorPictures {
  const { database, write, blobs, onGivenUp, now } = options;
  /** Uploads under a caller's id take turns, so that none meets another one's half. */
  const inProgress = new Set<string>();

  const store = async (id: string, { product, owner, photo }: EditorUpload): Promise<void> => {
    // It was deleted meanwhile.
    if (photo === 'known') throw givenUp();
    const { width, height } = photo;
    const created_at = now();
    const expires_at = created_at + KEEP_UNUSED_MS;
    const { shop, productId: product_id } = product;
    await write(async ({ trx }) => {
      requireFree(await findEditorPicture(trx, id), product);
      const picture: EditorPictureRow = {
        id,
        shop,
        product_id,
        state: 'coming',
        owner,
        width,
        height,
        created_at,
        expires_at,
      };
      await expectEditorPicture(trx, picture);
    });
    try {
      await storeFiles(blobs, [{ path: editorBlobPath(id), bytes: photo.bytes }]);
      if (!(await write(({ trx }) => markEditorPictureStored(trx, id)))) throw givenUp();
    } catch (error) {
      await write(({ trx }) => giveUpEditorPicture(trx, id));
      onGivenUp();
      throw error;
    }
  };

  const findUploaded: EditorPictures['findUploaded'] = async (id, product) => {
    const row = await findEditorPicture(database.reader, id);
    requireFree(row, product);
    return row?.state === 'stored' ? editorPicturePath(id) : undefined;
  };

  return {
    findUploaded,

    async upload(upload) {
      const id = upload.id ?? createPictureId();
      if (inProgress.has(id)) throw givenUp();
      inProgress.add(id);
      try {
        const known = await findUploaded(id, upload.product);
        if (known === undefined) await store(id, upload);
        return editorPicturePath(id);
      } finally {
        inProgress.delete(id);
      }
    },

    async find(id) {
      const row = await findEditorPicture(database.reader, id);
      return row?.state === 'stored' ? blobs.find(editorBlobPath(id)) : undefined;
    },

    async remove(src) {
      const id = findEditorPictureId(src);
      if (id === undefined) throw new ApiError('bad-request', 'That is no picture of a description.');
      await write(async ({ trx }) => {
        if (!(await findEditorPicture(trx, id))) throw new ApiError('not-found');
        await expireEditorPicture(trx, id);
      });
      onGivenUp();
    },

    async removeAll(product, owner) {
      await write(async ({ trx }) => {
        if (await findProductImages(trx, product)) throw new ApiError('product-exists');
        await expireEditorPictures(trx, product, owner);
      });
      onGivenUp();
    },
  };
}

/** @throws ApiError when a picture cannot be uploaded under its id (now) */
function requireFree(row: EditorPictureRow | undefined, { shop }: ProductName): void {
  if (row && row.shop !== shop) throw new ApiError('idempotency-conflict');
  if (row?.state === 'going') throw givenUp();
}

const givenUp = () => new ApiError('in-progress', undefined, { retryAfterSeconds: RETRY_GIVEN_UP_S });
