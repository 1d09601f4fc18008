import { listEditorImages } from '#contract/products/admin-product.ts';
import { ApiError } from '#contract/http/errors.ts';
import { uploadEditorImage, uploadImages } from '#contract/http/images.ts';
import type { ShopKey } from '#contract/shops.ts';
import { toSyncProblem } from '../../server/failed-call.ts';
import type { AdminEvent } from '../../api/admin-api.ts';
import type { LocalImage, OperationRecord } from '../store/admin-database.ts';
import { isAuthError, isUnknownPosition } from '../admin-session.ts';
import type { AdminCalls } from '../admin-session.ts';
import type { AdminStore } from '../store/admin-store.ts';

export interface UploadTools {
  readonly store: AdminStore;
  readonly session: AdminCalls;
  readonly emit: (event: AdminEvent) => void;
  readonly signal: AbortSignal;
}

/** The product of uploaded images, and whether it exists yet. */
export interface UploadTarget {
  readonly shop: ShopKey;
  readonly id: number;
  readonly isNew: boolean;
  /** `seq` of an existing product as the edit knows it. */
  readonly seen?: number | undefined;
}

export interface ImageToUpload {
  readonly id: string;
  readonly name: string;
}

/** Thrown when the server will never accept an image, or this device does not have it. */
export class RejectedImageError extends Error {
  readonly imageId: string;
  readonly rejection: ApiError;

  constructor(imageId: string, rejection: ApiError) {
    super('the image was rejected', { cause: rejection });
    this.name = 'RejectedImageError';
    this.imageId = imageId;
    this.rejection = rejection;
  }
}

/** Uploads the missing images of an operation, one at a time, and records each. @throws RejectedImageError, OperationGoneError, or as ApiClient */
export async function uploadProductImages(
  record: OperationRecord,
  target: UploadTarget,
  wanted: readonly ImageToUpload[],
  tools: UploadTools,
): Promise<OperationRecord> {
  let current = record;
  for (const { id, name } of wanted) {
    if (current.progress.uploaded[id] !== undefined) continue;
    const [image] = await tools.store.listImages([id]);
    if (!image) throw new RejectedImageError(id, new ApiError('picture-missing'));
    const uploaded = await watchUpload(id, tools, (options) =>
      tools.session.sendForm(uploadImages, {}, toForm(image, name, target), options),
    );
    current = await noteUpload(current, tools.store, id, uploaded.pictures[0]?.name ?? name);
  }
  return current;
}

/** Uploads those images of a description that are on this device only. @throws as `uploadProductImages` */
export async function uploadDescriptionImages(
  record: OperationRecord,
  { shop, id: productId }: UploadTarget,
  description: string,
  tools: UploadTools,
): Promise<OperationRecord> {
  let current = record;
  const wanted = listEditorImages(description).filter((id) => record.progress.uploaded[id] === undefined);
  for (const image of await tools.store.listImages(wanted)) {
    await sendEditorImage(image, shop, productId, tools);
    current = await noteUpload(current, tools.store, image.id, '');
  }
  return current;
}

/** Uploads an image of a description; returns its URL. @throws RejectedImageError, or as ApiClient */
export async function sendEditorImage(
  image: LocalImage,
  shop: ShopKey,
  id: number,
  tools: Omit<UploadTools, 'store'>,
): Promise<string> {
  const form = new FormData();
  form.append('image', image.blob, 'image');
  const { imageUrl } = await watchUpload(image.id, tools, (options) =>
    tools.session.sendForm(uploadEditorImage, { params: { shop, id } }, form, options),
  );
  return imageUrl;
}

const noteUpload = (record: OperationRecord, store: AdminStore, id: string, name: string): Promise<OperationRecord> =>
  store.change(record, { progress: { uploaded: { ...record.progress.uploaded, [id]: name } } });

function toForm({ blob }: LocalImage, name: string, { shop, id, isNew, seen }: UploadTarget): FormData {
  const form = new FormData();
  form.append('productId', String(id));
  form.append('shopType', shop);
  // Marks the image as one of a product to be added: a product that has got the id meanwhile must not receive it.
  if (isNew) form.append('rate', '0');
  if (seen !== undefined) form.append('seen', String(seen));
  form.append('images', blob, name);
  return form;
}

type SendOptions = Parameters<AdminCalls['sendForm']>[3];

async function watchUpload<T>(
  imageId: string,
  { emit, signal }: Pick<UploadTools, 'emit' | 'signal'>,
  send: (options: SendOptions) => Promise<T>,
): Promise<T> {
  const onProgress = (sentBytes: number, totalBytes: number): void =>
    emit({ type: 'progress', imageId, sentBytes, totalBytes });
  try {
    return await send({ signal, idempotencyKey: imageId, onProgress });
  } catch (error) {
    signal.throwIfAborted();
    if (isAuthError(error) || isUnknownPosition(error)) throw error;
    const isRejected = error instanceof ApiError && !error.mayPass;
    emit({ type: 'upload-failed', imageId, problem: isRejected ? error.code : toSyncProblem(error) });
    throw isRejected ? new RejectedImageError(imageId, error) : error;
  }
}
