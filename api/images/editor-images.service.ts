import { editorImagePath, findEditorImageId } from '#contract/products/admin-product.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { AuditActor } from '../audit/actor.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import type { Blob, BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import {
  insertPendingEditorImage,
  expireEditorImage,
  expireEditorImages,
  findEditorImage,
  discardEditorImage,
  markEditorImageStored,
} from './editor-image.repository.ts';
import type { EditorImageRow } from './editor-image.repository.ts';
import { editorBlobPath } from './image-paths.ts';
import type { WebpImage } from './processing/image-pipeline.ts';
import { KEEP_UNUSED_MS } from './retention.ts';
import { createImageId } from './image-ids.ts';
import { findImageSummary } from './image.repository.ts';
import type { ProductKey } from './image-ids.ts';
import { storeFiles } from './store-files.ts';

/** A discarded image is deleted within seconds; then its id may be used again. */
const RETRY_AFTER_S = 5;

export interface EditorUpload {
  readonly product: ProductKey;
  /** Chosen by the caller, so that a repeated upload is the same image. */
  readonly id: string | undefined;
  /** A hash of the administrator's token. */
  readonly owner: string;
  readonly actor: AuditActor;
  /** `known`: not decoded, because the image was stored already when its bytes arrived. */
  readonly image: WebpImage | 'known';
}

/** Images in descriptions. They belong to no product: saving a product records which of them its description shows. */
export interface EditorImages {
  /** Returns the address of an image that was uploaded under this id before; undefined when there is none. */
  findUploaded(id: string, product: ProductKey): Promise<string | undefined>;
  /** Stores an image; returns its address. @throws ApiError idempotency-conflict (another shop's image has the id), in-progress, no-disk-space */
  upload(upload: EditorUpload): Promise<string>;
  /** Returns an image as WebP; undefined when there is none. */
  find(id: string): Promise<Blob | undefined>;
  /**
   * Deletes the image of an address as soon as no product shows it: it is not readable from then on.
   * @throws ApiError bad-request (not an address of an editor image), not-found
   */
  remove(src: string): Promise<void>;
  /** Deletes the images that a caller uploaded for a product that does not exist, unless a product shows them. @throws ApiError product-exists */
  removeAll(product: ProductKey, owner: string): Promise<void>;
}

export interface EditorImagesOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  /** Called after images were discarded: their files can be deleted. */
  readonly onDiscarded: () => void;
  readonly now: () => number;
}

export function createEditorImages(options: EditorImagesOptions): EditorImages {
  const { database, write, blobs, onDiscarded, now } = options;
  /** Ids of running uploads: a second upload under an id must not meet a half-written one. */
  const inProgress = new Set<string>();

  const store = async (id: string, { product, owner, actor, image }: EditorUpload): Promise<void> => {
    // The image was deleted after its bytes arrived.
    if (image === 'known') throw busyError();
    const { width, height } = image;
    const created_at = now();
    const expires_at = created_at + KEEP_UNUSED_MS;
    const { shop, productId: product_id } = product;
    await write(async ({ trx }) => {
      requireFree(await findEditorImage(trx, id), product);
      const row: EditorImageRow = {
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
      await insertPendingEditorImage(trx, row);
    });
    try {
      await storeFiles(blobs, [{ path: editorBlobPath(id), bytes: image.bytes }]);
      await write(async ({ trx }) => {
        if (!(await markEditorImageStored(trx, id))) throw busyError();
        const subject = `${product.shop}/${product.productId}`;
        const after = { image: editorImagePath(id) };
        await recordAudit(trx, { at: now(), actor, action: 'upload-editor-picture', subject, after });
      });
    } catch (error) {
      await write(({ trx }) => discardEditorImage(trx, id));
      onDiscarded();
      throw error;
    }
  };

  const findUploaded: EditorImages['findUploaded'] = async (id, product) => {
    const row = await findEditorImage(database.reader, id);
    // Has the discarded image deleted now: otherwise its id could not be used again before the next run of the purge job.
    if (row?.state === 'going') onDiscarded();
    requireFree(row, product);
    return row?.state === 'stored' ? editorImagePath(id) : undefined;
  };

  return {
    findUploaded,

    async upload(upload) {
      const id = upload.id ?? createImageId();
      if (inProgress.has(id)) throw busyError();
      inProgress.add(id);
      try {
        const known = await findUploaded(id, upload.product);
        if (known === undefined) await store(id, upload);
        return editorImagePath(id);
      } finally {
        inProgress.delete(id);
      }
    },

    async find(id) {
      const row = await findEditorImage(database.reader, id);
      return row?.state === 'stored' ? blobs.find(editorBlobPath(id)) : undefined;
    },

    async remove(src) {
      const id = findEditorImageId(src);
      if (id === undefined) throw new ApiError('bad-request', 'That is not the address of an image in a description.');
      await write(async ({ trx }) => {
        if (!(await findEditorImage(trx, id))) throw new ApiError('not-found');
        await expireEditorImage(trx, id);
      });
      onDiscarded();
    },

    async removeAll(product, owner) {
      await write(async ({ trx }) => {
        if (await findImageSummary(trx, product)) throw new ApiError('product-exists');
        await expireEditorImages(trx, product, owner);
      });
      onDiscarded();
    },
  };
}

/** @throws ApiError idempotency-conflict, in-progress when no image can be uploaded under the id of this row */
function requireFree(row: EditorImageRow | undefined, { shop }: ProductKey): void {
  if (row && row.shop !== shop) throw new ApiError('idempotency-conflict');
  if (row?.state === 'going') throw busyError();
}

const busyError = () => new ApiError('in-progress', undefined, { retryAfterSeconds: RETRY_AFTER_S });
